/** The rules of imports of spreadsheets: which calls each state allows, and how long the rows are stored. */
import { type FormField, formFieldNames, isOptional } from '../../contract/application-form.ts';
import { fieldNamedBy } from '../../contract/field-headings.ts';
import {
  backgroundStates,
  type DateOrder,
  type ImportRowState,
  type ImportState,
  type ImportStep,
  importStateNames,
  mayStep,
} from '../../contract/import.ts';
import { limits } from '../../contract/limits.ts';
import { eraseLateRowsOfImport, readingMsMax, wasAnyoneErasedSince } from '../applications/late-erasure.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logDownload } from '../audit/reading-log.ts';
import { type Context, inTransaction, timeAgo } from '../context.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../identifiers.ts';
import { fieldRefusal, Refusal, retryLater } from '../refusal.ts';
import { cutText } from '../spreadsheets/cells.ts';
import { FileRefused } from '../spreadsheets/file-refused.ts';
import { type ReadRow, readSpreadsheet } from '../spreadsheets/read.ts';
import * as queries from './imports.db.ts';
import { wakeImports } from './job.ts';
import { readingUntil } from './reading-lease.ts';
import { storedBytesOf } from './stored-row.ts';

export type { StoredRow, VisibleImportRun } from './imports.db.ts';

export interface ImportRun {
  run: queries.VisibleImportRun;
  /** The first rows below the headings. */
  preview: queries.StoredRow[];
  /** The first rows that were refused or left; after an undo, the first that it did not remove. */
  reported: queries.StoredRow[];
}

const previewRows = 5;
const reportedShown = 20;
const rowsAtOnce = 250;
/** What a run takes besides its rows: its headings, and a share of the list. */
const runBytes = 16 * 1024;
/** The headings are searched for in this many rows, since some lists have titles above them. */
const headingRowMax = 10;
const headingsMin = 2;
/** Answers have no more of a cell or a heading; the report has the whole cell. */
export const shownLengthMax = 200;

/**
 * Reads the file into rows without interpreting them yet. The file itself is not stored. `recheck` rejects if the caller
 * may not add it any more once it has been read, which can take long.
 */
export async function addImport(
  ctx: Context,
  path: string,
  fileName: string,
  recheck: () => Promise<unknown>,
): Promise<ImportRun> {
  const id = newId();
  const at = ctx.now().toISOString();
  const { actor } = ctx;
  let firstRows: ReadRow[] = [];
  let hasBegun = false;
  let count = 0;
  const run = {
    id,
    accountId: actor?.id ?? '',
    accountName: actor?.name ?? '',
    ...actorColumns(ctx),
    fileName,
    state: 'reading' as ImportState,
    dateOrder: null,
    createdAt: at,
    changedAt: at,
    leaseOwner: null,
  };
  const store = async (rows: readonly ReadRow[]) => {
    count += rows.length;
    if (count > limits.importRowsMax) throw new FileRefused('import_too_long');
    if (at < timeAgo(ctx, readingMsMax)) throw retryLater('overloaded', 10);
    const stored = rows.map((row) => storedRow(id, row));
    const bytes = stored.reduce((sum, row) => sum + storedBytesOf(row), 0);
    await ctx.database.syncedOffThread((db) =>
      inTransaction({ ...ctx, db }, async ({ db }) => {
        // This node was frozen for so long that another node has removed the run as abandoned.
        if (!(await queries.renewReading(db, id, { until: readingUntil(ctx), bytes })))
          throw retryLater('overloaded', 1);
        if ((await queries.bytesOfRuns(db)) > limits.importsBytesMax) throw new FileRefused('imports_full');
        await queries.insertRows(db, stored);
      }),
    );
  };
  const begin = async () => {
    hasBegun = true;
    const { number: headingRow, cells: headings } = headingsOf(firstRows);
    await queries.insertRun(ctx.db, {
      ...run,
      // The format is known only when the whole file has been read.
      form: 'csv',
      leaseUntil: readingUntil(ctx),
      headingRow,
      headings: JSON.stringify(headings.map((heading) => cutText(heading, shownLengthMax))),
      columns: JSON.stringify(guessColumns(headings)),
      rowCount: 0,
      storedBytes: runBytes,
    });
    await store(firstRows.filter(({ number }) => number > headingRow));
    firstRows = [];
  };
  const onRows = async (rows: ReadRow[]) => {
    if (hasBegun) return store(rows);
    firstRows.push(...rows);
    if (firstRows.length >= headingRowMax) await begin();
  };
  try {
    const format = await readSpreadsheet(path, onRows);
    if (!hasBegun && firstRows.length > 0) await begin();
    if (count === 0) throw new FileRefused('import_empty');
    await recheck();
    await inTransaction(ctx, async (ctx) => {
      // An erasing before the run was stored has not seen its name, which may be that of the person, who is unknown by
      // now.
      const name = (await wasAnyoneErasedSince(ctx, at)) ? { fileName: '' } : {};
      const values = { state: 'read', form: format, rowCount: count, ...name } as const;
      if (!(await queries.changeRunState(ctx.db, id, ['reading'], values))) throw retryLater('overloaded', 1);
      // The check that may follow tells who is already known, and is not recorded itself.
      await writeAuditEntry(ctx, { action: 'import.added', record: id, detail: { rows: count } });
    });
  } catch (error) {
    await queries.removeReading(ctx.db, id);
    wakeImports(ctx);
    throw error instanceof FileRefused ? fieldRefusal('file', error.code) : error;
  }
  return readImport(ctx, id);
}

/**
 * The first row that names fields, with an empty heading for each further column of the first rows. If no row does, no
 * column gets a heading: the first row may be about a person, and headings are not erased with a person.
 */
function headingsOf(rows: readonly ReadRow[]): Pick<ReadRow, 'number' | 'cells'> {
  const headingRow = rows
    .slice(0, headingRowMax)
    .find(({ cells }) => guessColumns(cells).filter((field) => field !== null).length >= headingsMin);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return {
    number: headingRow?.number ?? 0,
    cells: Array.from({ length: width }, (_, at) => headingRow?.cells[at] ?? ''),
  };
}

/** Guesses by the headings; of two columns with the same field the first gets it, and staff choose for the other. */
function guessColumns(headings: readonly string[]): (FormField | null)[] {
  const taken = new Set<FormField>();
  return headings.map((heading) => {
    const field = fieldNamedBy(heading);
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

function storedRow(runId: string, { number, cells, faults }: ReadRow) {
  return {
    runId,
    number,
    state: 'read' as const,
    passport: null,
    email: null,
    cells: JSON.stringify(cells),
    faults: JSON.stringify(faults),
    problems: '{}',
  };
}

export function listImports(ctx: Context): Promise<queries.VisibleImportRun[]> {
  return queries.newestRuns(ctx.db, limits.importsListedMax);
}

export async function readImport(ctx: Context, id: string): Promise<ImportRun> {
  const run = await requireRun(ctx, id);
  const states: readonly ImportRowState[] = run.state === 'undone' ? ['kept', 'lost'] : notAddedIn(run);
  const [preview, reported] = await Promise.all([
    queries.rowsAfter(ctx.db, id, { after: 0, limit: previewRows, states: ['read', 'fit', 'refused'] }),
    queries.rowsAfter(ctx.db, id, { after: 0, limit: reportedShown, states }),
  ]);
  return { run, preview: preview.rows, reported: reported.rows };
}

/** The dry run: every row is checked, nothing is added. */
export async function checkImport(
  ctx: Context,
  id: string,
  { columns, dateOrder }: { columns: readonly (FormField | null)[]; dateOrder: DateOrder | null },
): Promise<ImportRun> {
  const run = await requireRun(ctx, id);
  const { length } = JSON.parse(run.headings) as string[];
  if (columns.length !== length) throw fieldRefusal('columns', 'invalid_import_columns');
  const named = columns.filter((field) => field !== null);
  if (new Set(named).size < named.length) throw fieldRefusal('columns', 'import_column_twice');
  if (formFieldNames.some((field) => !isOptional(field) && !named.includes(field))) {
    throw fieldRefusal('columns', 'import_fields_missing');
  }
  const plan = { columns: JSON.stringify(columns), dateOrder, fitCount: 0, refusedCount: 0 };
  return beginStep(ctx, id, 'check', { ...plan, state: 'checking' });
}

/** Starts the import, or goes on with one that ended early; somebody else may have begun it. */
export async function startImport(ctx: Context, id: string): Promise<ImportRun> {
  await eraseLateRowsOfImport(ctx, await requireRun(ctx, id));
  return beginStep(ctx, id, 'start', { state: 'importing' });
}

/** Undoes the import; if it is still running, what it has imported so far. */
export function undoImport(ctx: Context, id: string): Promise<ImportRun> {
  return beginStep(ctx, id, 'undo', { state: 'undoing' });
}

/**
 * The stored rows of the file are gone for everybody, and are deleted in the background; records that were imported
 * from them stay.
 */
export async function deleteImport(ctx: Context, id: string): Promise<void> {
  const { rowCount } = await requireRun(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    if (!(await queries.removeRun(ctx.db, id, statesBefore('delete')))) throw new Refusal('import_state');
    await writeAuditEntry(ctx, { action: 'import.removed', record: id, detail: { rows: rowCount } });
  });
  wakeImports(ctx);
}

const statesBefore = (step: ImportStep) => importStateNames.filter((state) => mayStep(state, step));

/** The audit entry that is written when a step begins, because its end may come much later. */
const auditEntries = {
  check: null,
  start: { action: 'import.started', rows: async (_: Db, { fitCount }: queries.VisibleImportRun) => fitCount },
  undo: {
    action: 'import.undo-started',
    rows: (db: Db, { id }: queries.VisibleImportRun) => queries.countRecords(db, id),
  },
} as const;

function actorColumns({ actor }: Context) {
  return { actorId: actor?.id ?? '', actorName: actor?.name ?? '' };
}

async function beginStep(
  ctx: Context,
  id: string,
  step: keyof typeof auditEntries,
  values: Parameters<typeof queries.changeRunState>[3],
): Promise<ImportRun> {
  await requireRun(ctx, id);
  const entry = auditEntries[step];
  const all = { ...values, ...actorColumns(ctx), lastRow: 0, doneCount: 0, changedAt: ctx.now().toISOString() };
  await inTransaction(ctx, async (ctx) => {
    const run = await queries.changeRunState(ctx.db, id, statesBefore(step), all, step === 'start' ? 1 : 0);
    if (!run) throw new Refusal('import_state');
    if (!entry) return;
    const rows = await entry.rows(ctx.db, run);
    await writeAuditEntry(ctx, { action: entry.action, record: id, detail: { rows } });
  });
  wakeImports(ctx);
  return readImport(ctx, id);
}

async function requireRun(ctx: Context, id: string): Promise<queries.VisibleImportRun> {
  const run = await queries.findRun(ctx.db, id);
  if (!run) throw new Refusal('not_found');
  return run;
}

/** The states of rows that were not added; after an import that ended early, rows that fit are left. */
function notAddedIn({ state }: queries.VisibleImportRun): ImportRowState[] {
  return state === 'imported' ? ['refused', 'fit'] : ['refused'];
}

/** The states of the rows that a report contains. */
const reportedStates = (run: queries.VisibleImportRun): ImportRowState[] => [...notAddedIn(run), 'kept', 'lost'];

/** The rows that were not imported, or not undone, with their cells. */
export async function* reportedRows(ctx: Context, run: queries.VisibleImportRun): AsyncGenerator<queries.StoredRow[]> {
  const states = reportedStates(run);
  for (let after = 0; ; ) {
    const { rows, last } = await queries.rowsAfter(ctx.db, run.id, { after, limit: rowsAtOnce, states });
    if (last === undefined) return;
    if (rows.length > 0) yield rows;
    after = last;
  }
}

/** Writes an audit entry, since the report contains personal data. */
export async function openReport(ctx: Context, id: string): Promise<queries.VisibleImportRun> {
  const run = await requireRun(ctx, id);
  const rows = await queries.countRows(ctx.db, id, reportedStates(run));
  await inTransaction(ctx, async (ctx) => {
    await writeAuditEntry(ctx, { action: 'import.report-taken', record: id, detail: { rows } });
    await logDownload(ctx, rows);
  });
  return run;
}

/** How many records the undo could not remove, because they had been deleted or erased. */
export function lostCount({ state, importedCount, takenBackCount, keptCount }: queries.VisibleImportRun): number {
  return state === 'undone' ? importedCount - takenBackCount - keptCount : 0;
}

const hourMs = 3_600_000;
/** How long an import is stored if nothing of it was imported. */
export const notImportedHours = 24;
const notImportedMs = notImportedHours * hourMs;
const storedMs = limits.importDays * 24 * hourMs;

/** A step that is under way needs the rows until it ends. */
const removableStates = importStateNames.filter((state) => !backgroundStates.includes(state));

/** When the stored rows of the file are deleted; a step that is under way is finished first. */
export function expiryOf({ createdAt, importedCount }: queries.VisibleImportRun): string {
  return new Date(Date.parse(createdAt) + (importedCount === 0 ? notImportedMs : storedMs)).toISOString();
}

export async function sweepImports(ctx: Context): Promise<void> {
  const before = { imported: timeAgo(ctx, storedMs), notImported: timeAgo(ctx, notImportedMs) };
  await queries.removeRunsBefore(ctx.db, before, removableStates);
  wakeImports(ctx);
}

/** After a new key, checks that are under way begin again: rows that were checked have hashes of the former key. */
export async function restartChecks({ db }: Context): Promise<void> {
  await queries.restartChecks(db);
}
