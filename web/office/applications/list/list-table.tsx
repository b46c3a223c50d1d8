/** A page of the list: a table with sort buttons, or cards where there is no room for a table. */
import { NativeSelect } from '@mantine/core';
import type { Application } from '../../../../contract/answers.ts';
import { sortFields } from '../../../../contract/application-form.ts';
import { limits } from '../../../../contract/limits.ts';
import { StatusTag } from '../../../application/status-tag.tsx';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbArrowDown, TbArrowsSort, TbArrowUp } from '../../frame/icons.tsx';
import { Deletion } from './list-deletion.tsx';
import { RowMatch } from './list-match.tsx';
import { Arrival, Passport, Portrait, RowActions, RowName, type RowsProps, useOpenRow } from './list-row.tsx';
import { type ListPlace, type SortField, usualOrder } from './list-state.ts';
import styles from './list-table.module.css';
import { useRowFocus } from './row-focus.ts';

interface ListTableProps extends RowsProps {
  caption: string;
  place: ListPlace;
}

const columns = [
  { name: 'name', sort: 'givenN' },
  { name: 'passport', sort: 'passport' },
  { name: 'nationality', sort: null },
  { name: 'status', sort: 'isStatus' },
  { name: 'arrived', sort: 'createdAt' },
  { name: 'collect', sort: null },
] as const;

export function ListTable({ caption, place, ...rows }: ListTableProps) {
  const { t } = useTexts();
  const open = useOpenRow();
  const { applications, search, isDeleted, isOutdated, onEdge } = rows;
  const keyboard = useRowFocus<HTMLTableSectionElement>(onEdge);
  return (
    <table className={styles.table} data-deleted={isDeleted ? '' : undefined}>
      <caption>{caption}</caption>
      <Head place={place} isDeleted={isDeleted} />
      <tbody inert={isOutdated} data-rows="" {...keyboard}>
        {applications.map((application) => (
          <tr
            key={application._id}
            data-open={isDeleted ? undefined : ''}
            onClick={isDeleted ? undefined : (event) => open(event, application._id)}
          >
            <th scope="row">
              <div className={styles.person}>
                <Portrait application={application} isDeleted={isDeleted} />
                <RowName application={application} isDeleted={isDeleted} />
              </div>
              <RowMatch application={application} search={search} />
              {isDeleted && (
                <small className={styles.narrow}>
                  {t('column.deleted')}: <Deletion application={application} />
                </small>
              )}
            </th>
            <td>
              <Passport id={`passport-${application._id}`} passport={application.passport} search={search} />
              <small className={styles.narrow}>{application.currentN}</small>
              <small className={styles.narrowest}>
                <Arrival application={application} />
              </small>
            </td>
            <td className={styles.wide}>{application.currentN}</td>
            <td id={`status-${application._id}`}>
              <StatusTag status={application.isStatus} />
              {application.pending && !isDeleted && (
                <small className={styles.narrow}>{t('collectOn', { date: application.pending })}</small>
              )}
            </td>
            <td>
              <Arrival application={application} />
            </td>
            <td className={styles.wide}>
              {isDeleted ? <Deletion application={application} /> : <CollectDate application={application} />}
            </td>
            <td>
              <RowActions application={application} {...rows} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ListCards({ caption, place, ...rows }: ListTableProps) {
  const { t } = useTexts();
  const open = useOpenRow();
  const { applications, search, isDeleted, isOutdated, onEdge } = rows;
  const keyboard = useRowFocus<HTMLUListElement>(onEdge);
  return (
    <>
      <SortChoice place={place} />
      <p className={styles.caption}>{caption}</p>
      <ul className={styles.cards} inert={isOutdated} data-rows="" {...keyboard}>
        {applications.map((application) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its first link does the same by keyboard
          <li key={application._id} onClick={isDeleted ? undefined : (event) => open(event, application._id)}>
            <div className={styles.person}>
              <Portrait application={application} isDeleted={isDeleted} />
              <RowName application={application} isDeleted={isDeleted} />
              <span id={`status-${application._id}`}>
                <StatusTag status={application.isStatus} />
              </span>
            </div>
            <dl>
              <div>
                <dt>{t('column.passport')}</dt>
                <dd>
                  <Passport id={`passport-${application._id}`} passport={application.passport} search={search} />
                </dd>
              </div>
              <div>
                <dt>{t('column.nationality')}</dt>
                <dd>{application.currentN}</dd>
              </div>
              <div>
                <dt>{t('column.arrived')}</dt>
                <dd>
                  <Arrival application={application} />
                </dd>
              </div>
              <div>
                <dt>{t(isDeleted ? 'column.deleted' : 'column.collect')}</dt>
                <dd>
                  {isDeleted ? <Deletion application={application} /> : <CollectDate application={application} />}
                </dd>
              </div>
            </dl>
            <RowActions application={application} {...rows} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CollectDate({ application: { pending } }: { application: Application }) {
  const { t } = useTexts();
  return pending ?? <span className={styles.none}>{t('noCollect')}</span>;
}

/** As high as the loaded rows, so that nothing moves. */
export function ListSkeleton({ place, asCards }: { place: ListPlace; asCards: boolean }) {
  const { t } = useTexts();
  const lines = Array.from({ length: limits.pageSize }, (_, line) => line);
  if (asCards) {
    return (
      <ul className={styles.cards} aria-hidden>
        {lines.map((line) => (
          <li key={line} className={styles.skeletonCard}>
            <span className={styles.skeleton} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table className={styles.table} data-deleted={place.state.deleted ? '' : undefined}>
      <caption>{t('loading')}</caption>
      <Head place={place} isDeleted={place.state.deleted ?? false} />
      <tbody aria-hidden>
        {lines.map((line) => (
          <tr key={line}>
            {columns.map(({ name }) => (
              <td key={name} className={name === 'nationality' || name === 'collect' ? styles.wide : undefined}>
                <span className={styles.skeleton} />
              </td>
            ))}
            <td>
              <span className={styles.skeleton} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ place: { state, change }, isDeleted }: { place: ListPlace; isDeleted: boolean }) {
  const { t } = useTexts();
  const sort = state.sort ?? 'createdAt';
  const order = state.order ?? usualOrder(sort);
  const by = (field: SortField) => {
    const isFlip = field === sort && order === usualOrder(field);
    change({ sort: field, order: isFlip ? (order === 'asc' ? 'desc' : 'asc') : undefined });
  };
  const Sign = order === 'asc' ? TbArrowUp : TbArrowDown;
  return (
    <thead>
      <tr>
        {columns.map(({ name, sort: field }) => {
          const isOn = field === sort;
          if (!field) {
            return (
              <th key={name} scope="col" className={styles.wide}>
                {t(isDeleted && name === 'collect' ? 'column.deleted' : `column.${name}`)}
              </th>
            );
          }
          return (
            <th key={name} scope="col" aria-sort={isOn ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
              <button type="button" onClick={() => by(field)}>
                {t(`column.${name}`)}
                {isOn ? (
                  <Sign size={16} strokeWidth={2} aria-hidden />
                ) : (
                  <TbArrowsSort size={16} strokeWidth={1.5} aria-hidden />
                )}
              </button>
            </th>
          );
        })}
        <th scope="col">{t('column.actions')}</th>
      </tr>
    </thead>
  );
}

/** Sorts the list where the table has no column headers. */
function SortChoice({ place: { state, change } }: { place: ListPlace }) {
  const { t } = useTexts();
  const sort = state.sort ?? 'createdAt';
  const choices = sortFields.flatMap((field) => {
    const orders = ['asc', 'desc'] as const;
    return orders.map((order) => `${field}-${order}` as const);
  });
  return (
    <NativeSelect
      label={t('sortBy')}
      value={`${sort}-${state.order ?? usualOrder(sort)}`}
      onChange={(event) => {
        const [field, order] = event.currentTarget.value.split('-') as [SortField, 'asc' | 'desc'];
        change({ sort: field, order });
      }}
      data={choices.map((value) => ({ value, label: t(`sorting.${value}`) }))}
    />
  );
}
