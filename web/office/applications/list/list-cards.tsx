/** A page of the list as cards, for screens without room for a table. */

import { NativeSelect, Skeleton } from '@mantine/core';
import { sortFields } from '../../../../contract/application-form.ts';
import type { ListColumn } from '../../../../contract/list-columns.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import sheet from '../../../ui/card.module.css';
import outdated from '../../frame/outdated.module.css';
import tone from '../../frame/text.module.css';
import styles from './list-cards.module.css';
import { type CellProps, type Column, columns, deletedColumns, RowStatus } from './list-columns.tsx';
import { RowMatch } from './list-match.tsx';
import { Portrait, RowActions, RowName, type RowsProps, useOpenRow } from './list-row.tsx';
import { type ListLocation, type SortField, sortingOf } from './list-state.ts';
import { useRowFocus } from './row-focus.ts';
import { RowCheckbox } from './selection-checkboxes.tsx';

interface ListCardsProps extends RowsProps {
  caption: string;
  location: ListLocation;
  chosen: readonly ListColumn[];
}

export function ListCards({ caption, location, chosen, ...rows }: ListCardsProps) {
  const open = useOpenRow();
  const { applications, isDeleted, isOutdated, selection, onEdge } = rows;
  const rowFocus = useRowFocus<HTMLUListElement>(onEdge);
  const facts: readonly Column[] = isDeleted ? deletedColumns : chosen;
  return (
    <>
      <SortChoice location={location} />
      <p className={`${tone.note} ${styles.caption}`}>{caption}</p>
      <ul className={`stack ${styles.cards} ${outdated.rows}`} inert={isOutdated} data-rows="" {...rowFocus}>
        {applications.map((application) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its first link does the same by keyboard
          <li
            key={application._id}
            className={sheet.card}
            onClick={isDeleted ? undefined : (event) => open(event, application._id)}
          >
            <div className={styles.head}>
              <RowCheckbox selection={selection} application={application} />
              <Portrait application={application} isDeleted={isDeleted} />
              <RowName application={application} isDeleted={isDeleted} />
              <RowStatus application={application} />
            </div>
            <RowMatch application={application} />
            <dl>
              {facts
                .filter((name) => name !== 'status')
                .map((name) => (
                  <Fact key={name} name={name} application={application} />
                ))}
            </dl>
            <RowActions application={application} {...rows} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ name, ...cell }: CellProps & { name: Column }) {
  const { t } = useTexts();
  const { Cell } = columns[name];
  return (
    <div>
      <dt>{t(`column.${name}`)}</dt>
      <dd>
        <Cell {...cell} />
      </dd>
    </div>
  );
}

/** The cards while the list is loading; they have the height of the loaded ones, so that nothing moves. */
export function CardsSkeleton({ lines }: { lines: number }) {
  return (
    <ul className={`stack ${styles.cards}`} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
        <li key={line} className={`${sheet.card} ${styles.waiting}`}>
          <Skeleton width="70%" height="1rem" />
        </li>
      ))}
    </ul>
  );
}

/** Chooses the order of the list, which the table has in its column headers. */
function SortChoice({ location: { state, change } }: { location: ListLocation }) {
  const { t } = useTexts();
  const { sort, order: currentOrder } = sortingOf(state);
  const choices = sortFields.flatMap((field) => {
    const orders = ['asc', 'desc'] as const;
    return orders.map((order) => `${field}-${order}` as const);
  });
  return (
    <NativeSelect
      label={t('sortBy')}
      value={`${sort}-${currentOrder}`}
      onChange={(event) => {
        const [field, order] = event.currentTarget.value.split('-') as [SortField, 'asc' | 'desc'];
        change({ sort: field, order });
      }}
      data={choices.map((value) => ({ value, label: t(`sorting.${value}`) }))}
    />
  );
}
