/** The search and the filters of the list. All but the status are collapsed; an active one has a chip to remove it. */
import { Button, SegmentedControl } from '@mantine/core';
import { Suspense, useId, useRef, useState } from 'react';
import { type Status, statuses, undecidedStatus } from '../../../../contract/status.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import sheet from '../../../ui/card.module.css';
import { TbFilter, TbX } from '../../frame/icons.tsx';
import { lazyPart, preload } from '../../frame/lazy-part.tsx';
import { ExportButton } from '../transfer/export-button.tsx';
import { ImportButton } from '../transfer/import-button.tsx';
import { ListSearch } from './list-search.tsx';
import { filtersOf, type ListLocation } from './list-state.ts';
import styles from './list-toolbar.module.css';
import { useFilterWords } from './list-words.ts';

const loadFilters = () => import('./collapsed-filters.tsx');
const CollapsedFilters = lazyPart(loadFilters);

interface ListToolbarProps {
  location: ListLocation;
  onTyping: (isTyping: boolean) => void;
  /** Called when Enter or the down arrow leads from the search into the rows. */
  onLeave: () => void;
}

export function ListToolbar({ location: { state, change, clear, clearings }, onTyping, onLeave }: ListToolbarProps) {
  const { t } = useTexts();
  const { t: word } = useStatusTexts();
  const number = useNumber();
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
  const active = useFilterWords(state);
  const filtersButton = useRef<HTMLButtonElement>(null);
  /** Moves the focus first, since a chip is removed with its filter. */
  const focusingFilters = (remove: () => void) => () => {
    filtersButton.current?.focus();
    remove();
  };
  const status = state.late ? undecidedStatus : (state.status ?? '');
  return (
    <section className={`${sheet.card} ${styles.toolbar}`} data-screen-only="" aria-label={t('filters')}>
      <div className={`row ${styles.main}`}>
        <ListSearch
          search={state.search ?? ''}
          onTyping={onTyping}
          onLeave={onLeave}
          // The first letter adds a history entry; further letters replace it.
          onSearch={(search) => change({ search }, { replace: Boolean(state.search && search) })}
        />
        <SegmentedControl
          className={styles.status}
          aria-label={t('status')}
          value={status}
          onChange={(value) => change({ status: (value || undefined) as Status | undefined, late: undefined })}
          data={[{ value: '', label: t('all') }, ...statuses.map((value) => ({ value, label: word(`${value}.word`) }))]}
        />
        <Button
          ref={filtersButton}
          variant="default"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => preload(loadFilters)}
          onFocus={() => preload(loadFilters)}
          leftSection={<TbFilter size={20} strokeWidth={1.75} aria-hidden />}
        >
          {t('filters')}
          {active.length > 0 && <span className={styles.count}>{number(active.length)}</span>}
        </Button>
        <ImportButton />
        <ExportButton filters={filtersOf(state)} />
      </div>
      <div id={panel} hidden={!isOpen} className={styles.panel}>
        {isOpen && (
          <Suspense>
            <CollapsedFilters key={clearings} state={state} change={change} />
          </Suspense>
        )}
      </div>
      {active.length > 0 && (
        <ul className={`row ${styles.chips}`}>
          {active.map(({ name, words }) => (
            <li key={name}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t('removeFilter', { filter: words })}
                onClick={focusingFilters(() => change({ [name]: undefined }))}
              >
                {words}
                <TbX size={16} strokeWidth={2} aria-hidden />
              </button>
            </li>
          ))}
          <li>
            <Button variant="subtle" size="compact-md" onClick={focusingFilters(clear)}>
              {t('clearAll')}
            </Button>
          </li>
        </ul>
      )}
    </section>
  );
}
