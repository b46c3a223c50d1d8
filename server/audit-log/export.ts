/**
 * Exports the entries that a filter of the audit log matches, in batches, so that no export is ever whole in memory. In
 * NDJSON each line has the columns of the leaf and its position, so that anybody can verify a complete export. CSV is
 * for spreadsheets, and no name in it can become a formula.
 */
import type { ExportFormat } from '../../contract/audit.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { leafOf } from '../audit-tree/leaf.ts';
import type { Context } from '../context.ts';
import { byteOrderMark, csvLine } from '../spreadsheets/csv.ts';
import { type AuditFilter, entriesToExport } from './audit-log.db.ts';
import { filterOf } from './reading.ts';
import type { AuditExport } from './requests.ts';

const rowsAtOnce = 500;
/** In the order of the columns of the table. */
const columns = ['position', 'sequence', 'at', 'actor_id', 'actor_name', 'action', 'record', 'fields', 'detail', 'id'];

type Line = Record<string, string | number | null>;

const writers: Record<ExportFormat, { head: string; line: (line: Line) => string }> = {
  csv: {
    head: byteOrderMark + csvLine(columns),
    line: (line) => csvLine(columns.map((name) => line[name])),
  },
  ndjson: { head: '', line: (line) => `${JSON.stringify(line)}\n` },
};

/** The export is itself an entry, with the names of its filters. */
export async function exportAudit(ctx: Context, { format, ...query }: AuditExport): Promise<AsyncIterable<string>> {
  const filter = await filterOf(ctx, query);
  const fields = Object.entries(query).flatMap(([name, value]) => (value ? [name] : []));
  await writeAuditEntry(ctx, { action: 'audit.exported', record: null, fields: [format, ...fields] });
  return chunks(ctx, filter, format);
}

async function* chunks(ctx: Context, filter: AuditFilter, format: ExportFormat): AsyncGenerator<string> {
  const { head, line } = writers[format];
  if (head) yield head;
  for (let before: number | null = null; ; ) {
    const rows = await entriesToExport(ctx, filter, { before, limit: rowsAtOnce });
    if (rows.length > 0) yield rows.map((row) => line({ ...JSON.parse(leafOf(row)), position: row.position })).join('');
    before = rows.at(-1)?.sequence ?? null;
    if (rows.length < rowsAtOnce || before === null) return;
  }
}
