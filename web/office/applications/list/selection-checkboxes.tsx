/** The checkboxes that select rows, and the bar of actions on the selected ones, which is loaded when there are any. */
import { type ComponentProps, Suspense } from 'react';
import type { ListedApplication } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { lazyPart } from '../../frame/lazy-part.tsx';
import { useNameOf } from '../application-queries.ts';
import type { Selection } from './list-selection.ts';
import styles from './selection-checkboxes.module.css';

const Bar = lazyPart(() => import('./selection-bar.tsx'));

/** Null if nothing can be selected: in the list of deleted applications, and for users who may not approve. */
export type MaybeSelection = Selection | null;

export function RowCheckbox({ selection, application }: { selection: MaybeSelection; application: ListedApplication }) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  if (!selection) return null;
  const { _id, passport } = application;
  return (
    <label className={styles.box} data-screen-only="">
      <input
        type="checkbox"
        aria-label={t('choice.one', { name: nameOf(application), passport })}
        checked={selection.has(_id)}
        // React reports the change of a checkbox with its click, which has the modifier keys.
        onChange={({ nativeEvent }) => selection.toggle(application, (nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

/** It is off while the rows are about to be replaced: others would be selected than those that are shown. */
export function PageCheckbox({ selection, isOff }: { selection: MaybeSelection; isOff: boolean }) {
  const { t } = useTexts();
  if (!selection) return null;
  return (
    <label className={styles.box} data-screen-only="">
      <input
        type="checkbox"
        aria-label={t('choice.page')}
        disabled={isOff}
        checked={selection.page === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = selection.page === 'some';
        }}
        onChange={selection.togglePage}
      />
    </label>
  );
}

type LazySelectionBarProps = Omit<ComponentProps<typeof Bar>, 'selection'> & { selection: MaybeSelection };

export function LazySelectionBar({ selection, ...list }: LazySelectionBarProps) {
  if (!selection) return null;
  const { selected, dropped, gone, isAll } = selection;
  if (selected.length + dropped.length + gone.length === 0 && !isAll) return null;
  return (
    <Suspense>
      <Bar selection={selection} {...list} />
    </Suspense>
  );
}
