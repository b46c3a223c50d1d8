/**
 * Exports what the list shows: the records of its filter, order and search, or some records by their ids. The rows are
 * read and written in batches while they are sent, so no export is ever whole in memory.
 */
import { limits } from '../../contract/limits.ts';
import { exportedFields, spreadsheetHeadings } from '../../contract/spreadsheet.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logDownload } from '../audit/reading-log.ts';
import { type Context, inTransaction } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { type Rows, writeSpreadsheet } from '../spreadsheets/write.ts';
import type { ApplicationRow } from './applications.db.ts';
import { countMatching } from './count.db.ts';
import { rowsAfter, rowsWith } from './export.db.ts';
import { currentSequence, type ListConditions, totals } from './list.db.ts';
import { conditionsOf, orderOf, sortColumns } from './list.ts';
import { presentApplication } from './present.ts';
import type { ApplicationExport, FindRequest } from './requests.ts';

/** Few enough that a concurrent request hardly waits. */
const rowsAtOnce = 250;

/** The audit entry is written before the first byte is sent. */
export async function exportApplications(
  ctx: Context,
  { form: format, language, ids, ...filter }: ApplicationExport,
): Promise<AsyncIterable<string | Uint8Array>> {
  const query: FindRequest = { ...filter, page: 1, limit: rowsAtOnce };
  const conditions = conditionsOf(ctx, query, null);
  const through = await currentSequence(ctx);
  const rowsById = ids ? await rowsWith(ctx.db, ids) : null;
  const rows = rowsById ? rowsById.length : await countOf(ctx, conditions, query);
  if (format !== 'csv' && rows >= limits.sheetRowsMax) throw new Refusal('export_too_long');
  await inTransaction(ctx, async (ctx) => {
    const detail = { rows, form: format, filter: ids ? { ids: String(ids.length) } : filterOf(filter) };
    await writeAuditEntry(ctx, { action: 'applications.exported', record: null, fields: [format], detail });
    await logDownload(ctx, rows);
  });
  const batches = rowsById ? [rowsById] : readBatches(ctx, conditions, query, through);
  const headings = exportedFields.map((field) => spreadsheetHeadings[field][language]);
  return writeSpreadsheet(format, 'Applications', tableOf(headings, batches));
}

/** Without a filter, the tallies have the count. */
async function countOf(ctx: Context, conditions: ListConditions, query: FindRequest): Promise<number> {
  if (Object.keys(filterOf(query)).some((name) => !['sort', 'order'].includes(name))) {
    return countMatching(ctx, conditions);
  }
  return [...(await totals(ctx.db)).values()].reduce((sum, count) => sum + count, 0);
}

async function* readBatches(
  ctx: Context,
  conditions: ListConditions,
  query: FindRequest,
  through: number,
): AsyncGenerator<ApplicationRow[]> {
  const sort = sortColumns[query.sort];
  for (let after: ApplicationRow | null = null; ; ) {
    const rows: ApplicationRow[] = await rowsAfter(ctx.db, conditions, {
      sort,
      order: orderOf(query),
      through,
      after,
      limit: rowsAtOnce,
    });
    if (rows.length > 0) yield rows;
    after = rows.at(-1) ?? null;
    if (rows.length < rowsAtOnce || !after) return;
  }
}

async function* tableOf(headings: string[], batches: AsyncIterable<ApplicationRow[]> | ApplicationRow[][]): Rows {
  yield [headings];
  for await (const rows of batches) {
    yield rows.map((row) => {
      const application = presentApplication(row);
      return exportedFields.map((field) => String(application[field] ?? ''));
    });
  }
}

/** The filters that were set. The text of a search is personal data, which the audit log must not hold. */
function filterOf(filter: Partial<FindRequest>): Record<string, string> {
  const { find, search, page: _, limit: __, sort, ...rest } = filter;
  const others = { ...rest, ...(sort !== 'createdAt' && { sort }) };
  const set = Object.entries(others).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return { ...Object.fromEntries(set), ...((find || search) && { search: '' }) };
}
