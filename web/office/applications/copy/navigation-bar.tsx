/** Steps through the list that the application was opened from. The bar stays mounted and focused during a step. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber, useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { failureText } from '../../calls/failure-text.ts';
import { isGone } from '../../calls/gone.ts';
import { focusAfterDialog } from '../../frame/focus-after-dialog.ts';
import { TbChevronLeft, TbChevronRight } from '../../frame/icons.tsx';
import notice from '../../frame/notice.module.css';
import tone from '../../frame/text.module.css';
import { TbArrowLeft } from '../../screen-icons.tsx';
import { ShortcutHint, useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { applicationQuery, useNameOf } from '../application-queries.ts';
import { listAddress } from '../list/list-state.ts';
import type { OriginList } from '../origin-list.ts';
import { useListDisplay } from '../use-list-display.ts';
import { type ListNavigation, useListNavigation } from './list-navigation.ts';
import styles from './navigation-bar.module.css';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true };

export function NavigationBar({ id }: { id: string }) {
  const steps = useListNavigation(id);
  return steps && <Bar id={id} steps={steps} />;
}

function Bar({ id, steps }: { id: string; steps: ListNavigation }) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const [end, setEnd] = useState<{ of: string; by: 1 | -1 } | null>(null);
  const { number: numberInList, total, next, previous, list, state, step, isBusy, error } = steps;
  const number = useNumber();
  const ariaShortcut = useAriaShortcut();
  const { data } = useQuery(applicationQuery(id));
  useSkipDeleted(id, steps);
  useFocusFallback(id);

  const stepOrReportEnd = (by: 1 | -1) => {
    if ((by > 0 ? next : previous) === null) setEnd({ of: id, by });
    else step(by);
  };
  useShortcuts({ next: () => stepOrReportEnd(1), previous: () => stepOrReportEnd(-1) });
  const button = (by: 1 | -1) => {
    const isEnd = (by > 0 ? next : previous) === null;
    return {
      variant: 'default',
      // Not `disabled`, since the button must keep the focus at either end.
      'aria-disabled': isEnd || undefined,
      ...(isEnd && { 'data-disabled': true }),
      'aria-keyshortcuts': ariaShortcut(by > 0 ? 'next' : 'previous'),
      onClick: () => stepOrReportEnd(by),
      className: styles.button,
    } as const;
  };

  const position =
    numberInList === null
      ? t('steps.left', { total: number(total) })
      : t('steps.place', { number: number(numberInList), total: number(total) });
  const skipped = state.step?.skipped ?? 0;
  const isAtEnd = end?.of === id;
  return (
    <>
      <nav className={`row ${styles.bar}`} data-screen-only="" aria-label={t('steps.label')} aria-busy={isBusy}>
        <ListLink className={styles.back} list={list}>
          <TbArrowLeft {...icon} />
        </ListLink>
        <span className={styles.position}>{position}</span>
        <Button
          {...button(-1)}
          leftSection={<TbChevronLeft {...icon} />}
          rightSection={<ShortcutHint name="previous" />}
        >
          {t('steps.previous')}
        </Button>
        <Button {...button(1)} leftSection={<ShortcutHint name="next" />} rightSection={<TbChevronRight {...icon} />}>
          {t('steps.next')}
        </Button>
        {error && (
          <p role="alert" className={`${tone.failed} ${styles.failure}`}>
            {failureText(error, language)}
          </p>
        )}
      </nav>
      <p role="status" className={tone.hint} data-screen-only="">
        <span className={hidden.always}>
          {position}
          {data && `: ${nameOf(data)}`}{' '}
        </span>
        {skipped > 0 && t('steps.skipped', { count: skipped, number: number(skipped) })}{' '}
        {isAtEnd && t(end.by > 0 ? 'steps.last' : 'steps.first')}
      </p>
      {state.isDecided && <NextOffer key={id} steps={steps} />}
    </>
  );
}

interface ListLinkProps {
  list: OriginList;
  className?: string | undefined;
  ref?: Ref<HTMLAnchorElement>;
  /** The icon, if it is shown without its text on a phone. */
  children?: ReactNode;
}

function ListLink({ list: { request, columns, view }, children, ...link }: ListLinkProps) {
  const { t } = useTexts();
  const { pageSize } = useListDisplay().display;
  // The page size of this device applies without being in the address, where it would outlast another choice.
  const limit = request.limit === pageSize ? undefined : request.limit;
  return (
    <Link
      {...link}
      data-target=""
      aria-label={t('toList')}
      title={children ? t('toList') : undefined}
      {...listAddress({ ...request, limit, columns, view })}
    >
      {children}
      <span>{t('toList')}</span>
    </Link>
  );
}

/** Offered after a decision, and focused, so that Enter leads to the next application. */
function NextOffer({ steps: { next, list, step } }: { steps: ListNavigation }) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const button = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const isKnown = next !== undefined;
  useEffect(() => {
    if (isKnown) return focusAfterDialog(() => (button.current ?? link.current)?.focus());
  }, [isKnown]);
  if (next === undefined) return null;
  if (next === null) {
    return (
      <p className={`row ${notice.accent} ${styles.offer}`} data-screen-only="">
        {t('steps.decidedLast')} <ListLink ref={link} list={list} />
      </p>
    );
  }
  const { application, number, total } = next;
  return (
    <p className={`row ${notice.accent} ${styles.offer}`} data-screen-only="">
      {t('steps.decided')}{' '}
      <Button
        ref={button}
        onClick={() => step(1)}
        // The Enter that has saved the decision may still be held down.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        rightSection={<TbChevronRight {...icon} />}
      >
        {t('steps.decidedNext', {
          name: nameOf(application),
          number: formatNumber(number, language),
          total: formatNumber(total, language),
        })}
      </Button>
    </p>
  );
}

/** Skips a prefetched application that was deleted since. One that is deleted on this screen stays, with its Undo. */
function useSkipDeleted(id: string, { state: { step: lastStep }, step }: ListNavigation): void {
  const { error, isSuccess, isFetchedAfterMount } = useQuery(applicationQuery(id));
  const shownId = useRef<string>(undefined);
  if (isSuccess && isFetchedAfterMount) shownId.current = id;
  const isDeleted = isGone(error) && shownId.current !== id && lastStep !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each application
  useEffect(() => {
    if (isDeleted && lastStep) step(lastStep.by, lastStep.skipped + 1);
  }, [id, isDeleted]);
}

/** Focuses the content after a step, unless the focus is in the bar: the focused element was removed. */
function useFocusFallback(id: string): void {
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [id]);
}
