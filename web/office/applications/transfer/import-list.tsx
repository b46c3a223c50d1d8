/** The screen that uploads a spreadsheet and lists earlier imports. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isBusy } from '../../../../contract/import.ts';
import { limits } from '../../../../contract/limits.ts';
import type { ListedImport } from '../../../../contract/transfer-answers.ts';
import sheet from '../../../ui/card.module.css';
import hidden from '../../../ui/visually-hidden.module.css';
import { EmptyState } from '../../frame/empty-state.tsx';
import { TbFiles } from '../../frame/icons.tsx';
import { LoadFailure, OutdatedNotice } from '../../frame/load-failure.tsx';
import marks from '../../frame/marks.module.css';
import { PageHeader } from '../../frame/page-header.tsx';
import table from '../../frame/table.module.css';
import tone from '../../frame/text.module.css';
import { ImportFile } from './import-file.tsx';
import styles from './import-list.module.css';
import { importsQuery } from './import-queries.ts';
import { countOf, type OutcomeCount, outcomeCounts, useImportWords } from './import-words.ts';

const columns = ['file', 'state', 'rows', 'by', 'goes'] as const;
const waitingRows = ['first', 'second', 'third'];

export default function ImportListScreen() {
  const { t } = useImportWords();
  const { data: runs, error, refetch } = useQuery(importsQuery);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ImportFile />
      <section aria-labelledby="imports" className={styles.section}>
        <h2 id="imports">{t('list.title')}</h2>
        <p role="status" className={hidden.always}>
          {!runs && !error && t('list.loading')}
        </p>
        {error && !runs && <LoadFailure error={error} onRetry={() => refetch()} />}
        {error && runs && <OutdatedNotice onRetry={() => refetch()} />}
        {runs?.length === 0 && <EmptyState icon={TbFiles} title={t('list.emptyTitle')} text={t('list.emptyText')} />}
        {(runs ? runs.length > 0 : !error) && (
          <div className={`${sheet.card} ${table.card}`}>
            <table className={table.table} aria-busy={!runs}>
              <caption className={hidden.always}>{t('list.title')}</caption>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {t(`list.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {runs
                  ? runs.map((run) => <Row key={run._id} run={run} />)
                  : waitingRows.map((row) => (
                      <tr key={row}>
                        <td className={table.wide} colSpan={columns.length}>
                          <Skeleton height={44} />
                        </td>
                      </tr>
                    ))}
              </tbody>
            </table>
          </div>
        )}
        {runs && runs.length >= limits.importsListedMax && (
          <p className={`${tone.hint} ${tone.below}`}>{t('list.newestOnly')}</p>
        )}
      </section>
    </>
  );
}

function Row({ run }: { run: ListedImport }) {
  const { t, number, day, time } = useImportWords();
  const { state } = run;
  return (
    <tr>
      <th scope="row" data-label={t('list.file')}>
        <Link to={`/import/${run._id}`} className={styles.file} data-target="">
          <span className={`${marks.tile} ${styles.form}`} aria-hidden="true">
            {run.form}
          </span>
          {run.fileName || t('nameless')}
        </Link>
      </th>
      <td data-label={t('list.state')}>
        <span className={styles.state} data-state={state} data-busy={isBusy(state) || undefined}>
          {t(`state.${state}`)}
        </span>
      </td>
      <td data-label={t('list.rows')}>
        <Counts run={run} />
      </td>
      <td data-label={t('list.by')}>
        <span>
          {run.by} <time dateTime={run.createdAt}>{time(run.createdAt)}</time>
        </span>
      </td>
      <td data-label={t('list.goes')}>
        <time dateTime={run.expiresAt} title={t('list.goesHint', { count: run.rows, number: number(run.rows) })}>
          {day(run.expiresAt)}
        </time>
      </td>
    </tr>
  );
}

const countsByState: Record<ListedImport['state'], readonly ('rows' | OutcomeCount)[]> = {
  reading: [],
  read: ['rows'],
  checking: ['rows'],
  importing: ['imported', 'refused'],
  undoing: ['imported'],
  ...outcomeCounts,
  // Rows that fit are left where the import ended early, and an undo that ended early has handled some.
  imported: ['imported', 'fit', 'refused', 'takenBack', 'kept'],
};

/** Shows the counts that are not 0, and always the first one. */
function Counts({ run }: { run: ListedImport }) {
  const { t, number } = useImportWords();
  const counts = countsByState[run.state].map((name) => ({ name, count: countOf(run, name) }));
  const shown = counts.filter(({ count }, at) => at === 0 || count > 0);
  return (
    <span>{shown.map(({ name, count }) => t(`count.${name}`, { count, number: number(count) })).join(' · ')}</span>
  );
}
