/**
 * The background steps of an import: the check of every row (nothing is added), the import itself, its undo, and the
 * deletion of the rows of a removed one, during which other requests would wait if it were one statement. Each batch is
 * one transaction that holds the lease of the run, writes the results of some rows, and advances the run. So a killed
 * node leaves nothing half done, and another node continues from there.
 */
import { formFields, type UniqueField, uniqueFields } from '../../contract/application-form.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { type EndpointName, mayCall } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { BackgroundState, ImportColumns, ImportState } from '../../contract/import.ts';
import { defaultRole } from '../../contract/roles.ts';
import { emailKey, passportKey } from '../../contract/text.ts';
import { addApplications, takenErrors, type UndoResult, undoApplications } from '../applications/bulk-add.ts';
import { requestPhysicalErasure } from '../applications/physical-erasure.ts';
import { rowsInEntries, writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { recountImport } from '../db/import-counts.ts';
import { passportHash } from '../guesses/guesses.ts';
import { principalOf } from '../users/access.ts';
import { checkRow, type Problems } from './check.ts';
import * as queries from './imports.db.ts';
import { fileRowOf, storedBytesOf } from './stored-row.ts';

const leaseMs = 30_000;
const checkedAtOnce = 100;
/** Few, since each row moves many counts, and requests wait for the transaction. */
const importedAtOnce = 10;
const undoneAtOnce = 10;

/** Somebody was erased while the batch added their row as a record: the batch is undone and done again. */
class RowsErased extends Error {}

/** Does one batch of the run; false when there is nothing to do, or another node has the lease. */
export async function stepImport(ctx: Context, id: string, owner: string): Promise<boolean> {
  try {
    return await doBatch(ctx, id, owner);
  } catch (error) {
    if (error instanceof RowsErased) return true;
    throw error;
  }
}

function doBatch(ctx: Context, id: string, owner: string): Promise<boolean> {
  return ctx.database.syncedOffThread((db) =>
    inTransaction({ ...ctx, db }, async (ctx) => {
      const now = ctx.now();
      const until = new Date(now.getTime() + leaseMs).toISOString();
      const run = await queries.leaseRun(ctx.db, id, { owner, now: now.toISOString(), until });
      if (!run) return false;
      const { state } = run;
      if (state === 'removing') {
        if (!(await queries.deleteSome(ctx.db, id))) await requestPhysicalErasure(ctx, 'by a sweep');
        return true;
      }
      await continueStep(ctx, { ...run, state });
      return true;
    }),
  );
}

async function continueStep(ctx: Context, run: queries.VisibleImportRun): Promise<void> {
  const { work, call, stateIfRefused } = stepOf(run);
  const actorCtx = { ...ctx, actor: actorOf(run) };
  // The account may have been suspended or have lost its right since; then the step ends with the rows that it has
  // done, and somebody else can check again, import the rest or undo.
  if (mayCall(call, await principalOf(ctx, run.actorId))) await work(actorCtx, run);
  else await end(actorCtx, run, stateIfRefused);
}

/** The account that began the step, whose session may have ended since. */
function actorOf({ actorId, actorName }: queries.VisibleImportRun): Context['actor'] {
  return {
    id: actorId,
    name: actorName,
    email: '',
    role: defaultRole,
    rights: [],
    passwordChangeNeeded: false,
    hasSecondFactor: false,
    sessionId: '',
    isConfirmed: false,
  };
}

interface Step {
  work: (ctx: Context, run: queries.VisibleImportRun) => Promise<void>;
  /** The call that begins the step; its account must be allowed to make it as long as the step lasts. */
  call: EndpointName;
  /** The state in which the step ends if its account no longer is. */
  stateIfRefused: ImportState;
  /** The audit entry at its end. */
  action: 'applications.imported' | 'applications.taken-back' | null;
}

const steps: Record<BackgroundState, Step> = {
  checking: { work: checkSome, call: 'checkImport', stateIfRefused: 'read', action: null },
  importing: { work: importSome, call: 'startImport', stateIfRefused: 'imported', action: 'applications.imported' },
  undoing: { work: undoSome, call: 'undoImport', stateIfRefused: 'imported', action: 'applications.taken-back' },
};

function stepOf({ state }: queries.VisibleImportRun): Step {
  return steps[state as BackgroundState];
}

function planOf(ctx: Context, run: queries.VisibleImportRun) {
  const columns = JSON.parse(run.columns) as ImportColumns;
  return {
    columns,
    dateOrder: run.dateOrder,
    today: dhakaDay(ctx.now()),
    positions: { passport: columns.indexOf('passport'), email: columns.indexOf('email') },
  };
}

async function checkSome(ctx: Context, run: queries.VisibleImportRun): Promise<void> {
  const { rows, last } = await queries.rowsAfter(ctx.db, run.id, { after: run.lastRow, limit: checkedAtOnce });
  if (last === undefined) return end(ctx, run, 'checked');
  const plan = planOf(ctx, run);
  const { positions } = plan;
  const checked = rows.map((row) => {
    const fileRow = fileRowOf(row);
    const { cells } = fileRow;
    const { problems } = checkRow(fileRow, plan);
    const key = {
      passport: passportKey(cells[positions.passport] ?? ''),
      email: emailKey(cells[positions.email] ?? ''),
    };
    return {
      row: {
        ...row,
        passport: key.passport ? passportHash(ctx, key.passport) : null,
        email: key.email ? ctx.keys.hash('import email', key.email) : null,
      },
      key,
      problems,
    };
  });
  await markRepeated(ctx, run.id, checked, positions);
  await markTaken(ctx, checked, positions);
  const stored = checked.map(({ row, problems }) => ({
    ...row,
    state: Object.keys(problems).length > 0 ? ('refused' as const) : ('fit' as const),
    problems: JSON.stringify(problems),
  }));
  await queries.updateCheckedRows(ctx.db, run.id, stored);
  const fit = stored.filter(({ state }) => state === 'fit').length;
  await queries.updateRun(ctx.db, run.id, {
    lastRow: last,
    doneCount: run.doneCount + rows.length,
    fitCount: run.fitCount + fit,
    refusedCount: run.refusedCount + rows.length - fit,
  });
}

interface Checked {
  row: { number: number; passport: string | null; email: string | null };
  /** The normalised values by which records are compared; empty for an empty cell. */
  key: { passport: string; email: string };
  problems: Problems;
}
/** The positions of the columns whose values no two records share. */
type UniquePositions = Record<UniqueField, number>;

/** A value that an earlier row of the file has is refused in every later one. */
async function markRepeated(
  ctx: Context,
  runId: string,
  checked: readonly Checked[],
  positions: UniquePositions,
): Promise<void> {
  const before = checked[0]?.row.number ?? 0;
  for (const column of uniqueFields) {
    const hashes = checked.flatMap(({ row }) => row[column] ?? []);
    const seen = new Set((await queries.earlierRows(ctx.db, runId, column, { hashes, before })).keys());
    for (const { row, problems } of checked) {
      const hash = row[column];
      if (hash === null) continue;
      if (seen.has(hash)) problems[positions[column]] ??= formFields[column].repeatedCode;
      seen.add(hash);
    }
  }
}

/** A value that a live record already has is refused, also in a row that has other problems. */
async function markTaken(ctx: Context, checked: readonly Checked[], positions: UniquePositions): Promise<void> {
  const taken = await takenErrors(
    ctx,
    checked.map(({ key }) => key),
  );
  for (const [at, codes] of taken.entries()) addProblems(checked[at]?.problems, codes, positions);
}

function addProblems(
  problems: Problems | undefined,
  codes: Partial<Record<keyof UniquePositions, ErrorCode>>,
  positions: UniquePositions,
): void {
  if (!problems) return;
  for (const [column, code] of Object.entries(codes)) problems[positions[column as keyof UniquePositions]] ??= code;
}

async function importSome(ctx: Context, run: queries.VisibleImportRun): Promise<void> {
  const next = { after: run.lastRow, limit: importedAtOnce, states: ['fit'] } as const;
  const { rows, last } = await queries.rowsAfter(ctx.db, run.id, next);
  if (last === undefined) return end(ctx, run, 'imported');
  const plan = planOf(ctx, run);
  const { positions } = plan;
  // Checked once more, since the rules depend on the day.
  const checked = rows.map((row) => ({ row, ...checkRow(fileRowOf(row), plan) }));
  const fit = checked.flatMap((one) => (one.details ? [{ ...one, details: one.details }] : []));
  const added = await addApplications(
    ctx,
    fit.map(({ details }) => details),
  );
  const records: { applicationId: string; runId: string; number: number }[] = [];
  for (const [at, { row, problems }] of fit.entries()) {
    const result = added[at];
    if (result && 'id' in result) records.push({ applicationId: result.id, runId: run.id, number: row.number });
    else if (result) addProblems(problems, result.errors, positions);
  }
  await queries.insertRecords(ctx.db, records);
  const isAdded = new Set(records.map(({ number }) => number));
  // The values are in the record now, so the row drops them.
  const done = { state: 'imported', cells: null, passport: null, email: null, faults: '{}' } as const;
  const marked = await queries.markRows(ctx.db, run.id, [...isAdded], done);
  if (marked < isAdded.size) throw new RowsErased();
  const refused = checked.filter(({ row }) => !isAdded.has(row.number));
  const imported = checked.filter(({ row }) => isAdded.has(row.number));
  const freedBytes = imported.reduce((sum, { row }) => sum + storedBytesOf(row) - storedBytesOf(done), 0);
  await queries.updateCheckedRows(
    ctx.db,
    run.id,
    refused.map(({ row, problems }) => ({ ...row, state: 'refused' as const, problems: JSON.stringify(problems) })),
  );
  await queries.updateRun(ctx.db, run.id, {
    lastRow: last,
    storedBytes: run.storedBytes - freedBytes,
    doneCount: run.doneCount + rows.length,
    fitCount: run.fitCount - rows.length,
    refusedCount: run.refusedCount + refused.length,
    importedCount: run.importedCount + records.length,
  });
}

async function undoSome(ctx: Context, run: queries.VisibleImportRun): Promise<void> {
  const records = await queries.recordsOf(ctx.db, run.id, undoneAtOnce);
  if (records.length === 0) return end(ctx, run, 'undone');
  const results = await undoApplications(
    ctx,
    records.map(({ applicationId }) => applicationId),
  );
  const numbers = (result: UndoResult) =>
    records.filter(({ applicationId }) => results.get(applicationId) === result).map(({ number }) => number);
  await queries.deleteRecords(ctx.db, [...results.keys()]);
  for (const state of ['takenBack', 'kept', 'lost'] as const) {
    await queries.markRows(ctx.db, run.id, numbers(state), { state });
  }
  await queries.updateRun(ctx.db, run.id, {
    doneCount: run.doneCount + records.length,
    takenBackCount: run.takenBackCount + numbers('takenBack').length,
    keptCount: run.keptCount + numbers('kept').length,
  });
}

async function end(ctx: Context, run: queries.VisibleImportRun, state: ImportState): Promise<void> {
  const changedAt = ctx.now().toISOString();
  await queries.updateRun(ctx.db, run.id, { state, lastRow: 0, leaseOwner: null, leaseUntil: null, changedAt });
  await recountImport(ctx.db, run.id);
  const { action } = stepOf(run);
  if (!action) return;
  const all = action === 'applications.taken-back' ? run.takenBackCount : run.importedCount;
  // What an earlier step of the same kind did, which ended early, is in the entry about that step.
  const rows = all - (await rowsInEntries(ctx, action, run.id));
  await writeAuditEntry(ctx, { action, record: run.id, detail: { rows } });
}
