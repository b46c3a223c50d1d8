/** The bar with the actions on the selected applications. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/list-selection.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbCheck, TbPrinter, TbUserCircle } from '../../frame/icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { invalidateApplications, type ListFilters, queryOf, useNameOf } from '../application-queries.ts';
import { AssignSeveral } from '../assigning/assign-several.tsx';
import { PrintStatus } from '../copy/copy-print.tsx';
import { ApproveSeveral } from './approve-several.tsx';
import type { Selection } from './list-selection.ts';
import { PrintedCopies } from './printed-copies.tsx';
import styles from './selection-bar.module.css';

interface BarProps {
  selection: Selection;
  /** The number of applications that the filter matches. */
  total: number;
  filter: ListFilters;
  /** The moment of the list. */
  asOf: number;
  /** Called before the bar removes itself. */
  onClear: () => void;
}

export default function SelectionBar({ selection, total, filter, asOf, onClear }: BarProps) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  const number = useNumber();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'approving' | 'assigning' | 'printing' | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const { selected, dropped, gone, isAll } = selection;
  const count = isAll ? total : selected.length;
  const isTooMany = count > limits.approvedAtOnceMax || (isAll && selected.length < total);
  const assignedMax = isAll ? limits.assignedAtOnceMax : limits.assignedByIdMax;
  const isTooManyToAssign = count > assignedMax;
  const onPrinted: ComponentProps<typeof PrintedCopies>['onDone'] = ({ hasFailed, gone }) => {
    setFailed(hasFailed);
    setOpen(null);
    if (gone.length === 0) return;
    // The pressed button is disabled if none is left.
    if (gone.length === count) bar.current?.focus({ preventScroll: true });
    selection.dropGone(gone);
    // Their rows are still shown.
    void invalidateApplications(queryClient);
  };
  const print = () => {
    setFailed(false);
    setOpen('printing');
  };
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true };
  return (
    <section ref={bar} tabIndex={-1} className={`row ${styles.bar}`} data-screen-only="" aria-label={t('title')}>
      <p role="status" className={styles.count}>
        {isAll ? t('allChosen', { number: number(total) }) : t('count', { count, number: number(count) })}
      </p>
      {!isAll && selection.page === 'all' && total > count && (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            // The button is removed when it is pressed.
            bar.current?.focus({ preventScroll: true });
            selection.chooseAll();
          }}
        >
          {t('chooseAll', { number: number(total) })}
        </Button>
      )}
      <div className={`row ${styles.buttons}`}>
        <Allowed call="approveSeveral">
          <Button
            size="compact-md"
            disabled={count === 0 || isTooMany}
            aria-describedby={isTooMany ? 'selection-limit' : undefined}
            leftSection={<TbCheck {...icon} />}
            onClick={() => setOpen('approving')}
          >
            {t('approve')}
          </Button>
        </Allowed>
        <Allowed call="assign">
          <Button
            variant="default"
            size="compact-md"
            disabled={count === 0 || isTooManyToAssign}
            aria-describedby={isTooManyToAssign ? 'assign-limit' : undefined}
            leftSection={<TbUserCircle {...icon} />}
            onClick={() => setOpen('assigning')}
          >
            {t('assign.open')}
          </Button>
        </Allowed>
        <Button
          variant="default"
          size="compact-md"
          disabled={count === 0 || isTooMany}
          leftSection={<TbPrinter {...icon} />}
          {...ariaDisabled(open === 'printing', print)}
        >
          {t('print')}
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            onClear();
            selection.clear();
          }}
        >
          {t('clear')}
        </Button>
      </div>
      <PrintStatus isPreparing={open === 'printing'} />
      {isTooMany && (
        <p id="selection-limit" className={styles.problem}>
          {t('limit')}
        </p>
      )}
      {isTooManyToAssign && (
        <p id="assign-limit" className={styles.problem}>
          {t('assign.limit', { max: number(assignedMax) })}
        </p>
      )}
      {hasFailed && count > 0 && (
        <p role="alert" className={styles.problem}>
          {t('printFailed')}
        </p>
      )}
      {dropped.length > 0 && (
        <p role="alert" className={styles.problem}>
          {t('dropped', { count: dropped.length, names: dropped.map(nameOf).join(', ') })}
        </p>
      )}
      {gone.length > 0 && (
        <p role="alert" className={styles.problem}>
          {t('droppedGone', { count: gone.length, number: number(gone.length), names: gone.map(nameOf).join(', ') })}
        </p>
      )}
      {open === 'approving' && (
        <ApproveSeveral selected={selected} onClose={() => setOpen(null)} onDone={selection.clear} />
      )}
      {open === 'assigning' && (
        <AssignSeveral
          count={count}
          selected={isAll ? null : selected}
          records={isAll ? { ...queryOf(filter), asOf, total } : { ids: selected.map(({ _id }) => _id) }}
          onClose={() => setOpen(null)}
          onDone={selection.clear}
        />
      )}
      {open === 'printing' && <PrintedCopies ids={selected.map(({ _id }) => _id)} onDone={onPrinted} />}
    </section>
  );
}
