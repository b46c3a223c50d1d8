/** A page of the list as a table. The head is sticky, and columns without room are collapsed into the first cell. */

import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/office/applications.ts';
import sheet from '../../../ui/card.module.css';
import { TbArrowDown, TbArrowsSort, TbArrowUp } from '../../frame/icons.tsx';
import outdated from '../../frame/outdated.module.css';
import { type CellProps, type Column, columns, type TableLayout } from './list-columns.tsx';
import { RowMatch } from './list-match.tsx';
import { Portrait, RowActions, RowName, type RowsProps, useOpenRow } from './list-row.tsx';
import { defaultOrder, type ListLocation, type SortField, sortingOf } from './list-state.ts';
import styles from './list-table.module.css';
import { useRowFocus } from './row-focus.ts';
import { type MaybeSelection, PageCheckbox, RowCheckbox } from './selection-checkboxes.tsx';

interface ListTableProps extends RowsProps {
  caption: string;
  location: ListLocation;
  layout: TableLayout;
}

export function ListTable({ caption, location, layout, ...rows }: ListTableProps) {
  const open = useOpenRow();
  const { applications, isDeleted, isOutdated, selection, onEdge } = rows;
  const rowFocus = useRowFocus<HTMLTableSectionElement>(onEdge);
  return (
    <table className={`${sheet.card} ${styles.table}`} data-labels={layout.hasLabels ? '' : undefined}>
      <caption>{caption}</caption>
      <Widths layout={layout} />
      <Head location={location} layout={layout} selection={selection} isOutdated={isOutdated} />
      <tbody className={outdated.rows} inert={isOutdated} data-rows="" {...rowFocus}>
        {applications.map((application) => (
          <tr
            key={application._id}
            data-open={isDeleted ? undefined : ''}
            onClick={isDeleted ? undefined : (event) => open(event, application._id)}
          >
            <th scope="row">
              <div className={styles.person}>
                <RowCheckbox selection={selection} application={application} />
                <Portrait application={application} isDeleted={isDeleted} />
                <div className={styles.about}>
                  <RowName application={application} isDeleted={isDeleted} />
                  <RowMatch application={application} />
                  {layout.collapsed.map((name) => (
                    <CollapsedCell key={name} name={name} application={application} />
                  ))}
                </div>
              </div>
            </th>
            {layout.shown.map((name) => {
              const { Cell } = columns[name];
              return (
                <td key={name}>
                  <Cell application={application} />
                </td>
              );
            })}
            <td>
              <RowActions application={application} {...rows} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CollapsedCell({ name, ...cell }: CellProps & { name: Column }) {
  const { t } = useTexts();
  const { Cell } = columns[name];
  return (
    <small className={styles.collapsed}>
      <span>{t(`column.${name}`)}:</span> <Cell {...cell} />
    </small>
  );
}

/** The table while the list is loading, with the number and height of the loaded rows, so that nothing moves. */
export function TableSkeleton({
  location,
  layout,
  lines,
}: {
  location: ListLocation;
  layout: TableLayout;
  lines: number;
}) {
  const { t } = useTexts();
  return (
    <table className={`${sheet.card} ${styles.table}`}>
      <caption>{t('loading')}</caption>
      <Widths layout={layout} />
      <Head location={location} layout={layout} selection={null} isOutdated />
      <tbody aria-hidden>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
          <tr key={line}>
            {['name', ...layout.shown, 'actions'].map((name) => (
              <td key={name}>
                <Skeleton width="70%" height="1rem" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Gives the columns the same width on every page; the name has the remaining one. */
function Widths({ layout: { shown, widthOf, actionWidth } }: { layout: TableLayout }) {
  return (
    <colgroup>
      <col />
      {shown.map((name) => (
        <col key={name} style={{ width: `${widthOf(name)}rem` }} />
      ))}
      <col style={{ width: `${actionWidth}rem` }} />
    </colgroup>
  );
}

interface HeadProps {
  location: ListLocation;
  layout: TableLayout;
  selection: MaybeSelection;
  isOutdated: boolean;
}

function Head({ location, layout: { shown }, selection, isOutdated }: HeadProps) {
  const { t } = useTexts();
  return (
    <thead>
      <tr>
        <HeadCell name="name" sort="givenN" location={location}>
          <PageCheckbox selection={selection} isOff={isOutdated} />
        </HeadCell>
        {shown.map((name) => (
          <HeadCell key={name} name={name} sort={columns[name].sort} location={location} />
        ))}
        <th scope="col">{t('column.actions')}</th>
      </tr>
    </thead>
  );
}

interface HeadCellProps {
  name: Column | 'name';
  sort: SortField | null;
  location: ListLocation;
  /** Before the name of the column. */
  children?: ReactNode;
}

function HeadCell({ name, sort: field, location: { state, change }, children }: HeadCellProps) {
  const { t } = useTexts();
  if (!field) return <th scope="col">{t(`column.${name}`)}</th>;
  const { sort, order } = sortingOf(state);
  const isSorted = field === sort;
  const toggle = () => {
    const isReversed = isSorted && order === defaultOrder(field);
    change({ sort: field, order: isReversed ? (order === 'asc' ? 'desc' : 'asc') : undefined });
  };
  const OrderIcon = order === 'asc' ? TbArrowUp : TbArrowDown;
  return (
    <th scope="col" aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
      {children}
      <button type="button" onClick={toggle}>
        {t(`column.${name}`)}
        {isSorted ? (
          <OrderIcon size={16} strokeWidth={2} aria-hidden />
        ) : (
          <TbArrowsSort size={16} strokeWidth={1.5} aria-hidden />
        )}
      </button>
    </th>
  );
}
