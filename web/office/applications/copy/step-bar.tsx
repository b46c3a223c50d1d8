/** The way through the list that the file was opened from. It stays while the file changes, and with it its focus. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber, useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { CallFailed } from '../../calls/api.ts';
import { TbChevronLeft, TbChevronRight } from '../../frame/icons.tsx';
import notice from '../../frame/notice.module.css';
import tone from '../../frame/text.module.css';
import { hasDialog } from '../../keys/key-press.ts';
import { KeySign, keyShortcut } from '../../keys/key-sign.tsx';
import { useKeys } from '../../keys/use-keys.ts';
import { applicationQuery, nameOf } from '../application-queries.ts';
import type { CameFrom } from '../came-from.ts';
import { listAddress } from '../list/list-state.ts';
import { useKeptLooks } from '../list-looks.ts';
import styles from './step-bar.module.css';
import { type Steps, useSteps } from './use-steps.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true };

export function StepBar({ id }: { id: string }) {
  const steps = useSteps(id);
  return steps && <Bar id={id} steps={steps} />;
}

function Bar({ id, steps }: { id: string; steps: Steps }) {
  const { t } = useTexts();
  const [end, setEnd] = useState<{ of: string; by: 1 | -1 } | null>(null);
  const { number: position, total, next, previous, list, state, step, isBusy } = steps;
  const number = useNumber();
  const { data } = useQuery(applicationQuery(id));
  useGoingOn(id, steps);
  useKeptFocus(id);

  const go = (by: 1 | -1) => {
    if ((by > 0 ? next : previous) === null) setEnd({ of: id, by });
    else step(by);
  };
  useKeys({ next: () => go(1), previous: () => go(-1) });
  const button = (by: 1 | -1) => {
    const isEnd = (by > 0 ? next : previous) === null;
    return {
      variant: 'default',
      // Not `disabled`, since the button must keep the focus at either end.
      'aria-disabled': isEnd || undefined,
      ...(isEnd && { 'data-disabled': true }),
      'aria-keyshortcuts': keyShortcut(by > 0 ? 'next' : 'previous'),
      onClick: () => go(by),
      className: styles.button,
    } as const;
  };

  const place =
    position === null
      ? t('steps.left', { total: number(total) })
      : t('steps.place', { number: number(position), total: number(total) });
  const skipped = state.step?.skipped ?? 0;
  const isAtEnd = end?.of === id;
  return (
    <>
      <nav className={styles.bar} data-screen-only="" aria-label={t('steps.label')} aria-busy={isBusy}>
        <ListLink className={styles.back} list={list} />
        <span className={styles.place}>{place}</span>
        <Button {...button(-1)} leftSection={<TbChevronLeft {...icon} />} rightSection={<KeySign name="previous" />}>
          {t('steps.previous')}
        </Button>
        <Button {...button(1)} leftSection={<KeySign name="next" />} rightSection={<TbChevronRight {...icon} />}>
          {t('steps.next')}
        </Button>
      </nav>
      <p role="status" className={tone.hint} data-screen-only="">
        <span className={hidden.always}>
          {place}
          {data && `: ${nameOf(data)}`}{' '}
        </span>
        {skipped > 0 && t('steps.skipped', { count: skipped, number: number(skipped) })}{' '}
        {isAtEnd && t(end.by > 0 ? 'steps.last' : 'steps.first')}
      </p>
      {state.isDecided && <NextOffer key={id} steps={steps} />}
    </>
  );
}

function ListLink({
  list: { place },
  ...link
}: {
  list: CameFrom;
  className?: string | undefined;
  ref?: Ref<HTMLAnchorElement>;
}) {
  const { t } = useTexts();
  const { pageSize } = useKeptLooks().looks;
  // The size that this device has chosen applies by itself; in the address it would outlive the next choice.
  const limit = place.limit === pageSize ? undefined : place.limit;
  return (
    <Link {...link} data-target="" {...listAddress({ ...place, limit })}>
      {t('toList')}
    </Link>
  );
}

/** Offered after a decision, and focused, so that Enter leads to the next file. */
function NextOffer({ steps: { next, list, step } }: { steps: Steps }) {
  const { t, language } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const isKnown = next !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    // The dialogue of the decision keeps the focus until it has faded out.
    let frame = 0;
    const focus = () => {
      if (hasDialog()) frame = requestAnimationFrame(focus);
      else (button.current ?? link.current)?.focus();
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, [isKnown]);
  if (next === undefined) return null;
  if (next === null) {
    return (
      <p className={`${notice.accent} ${styles.offer}`} data-screen-only="">
        {t('steps.decidedLast')} <ListLink ref={link} list={list} />
      </p>
    );
  }
  const { file, number, total } = next;
  return (
    <p className={`${notice.accent} ${styles.offer}`} data-screen-only="">
      {t('steps.decided')}{' '}
      <Button
        ref={button}
        onClick={() => step(1)}
        // The Enter that has saved the decision may still be held down.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        rightSection={<TbChevronRight {...icon} />}
      >
        {t('steps.decidedNext', {
          name: nameOf(file),
          number: formatNumber(number, language),
          total: formatNumber(total, language),
        })}
      </Button>
    </p>
  );
}

/** A file that was loaded ahead and deleted meanwhile is passed. One that was deleted from here stays, with its Undo. */
function useGoingOn(id: string, { state: { step: came }, step }: Steps): void {
  const { error, isSuccess, isFetchedAfterMount } = useQuery(applicationQuery(id));
  const there = useRef<string>(undefined);
  if (isSuccess && isFetchedAfterMount) there.current = id;
  const isGone = error instanceof CallFailed && error.status === 404 && there.current !== id && came !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    if (isGone && came) step(came.by, came.skipped + 1);
  }, [id, isGone]);
}

/** What had the focus is gone with the file before, unless it was in the bar. */
function useKeptFocus(id: string): void {
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [id]);
}
