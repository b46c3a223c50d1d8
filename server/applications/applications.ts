/** The rules of single applications: what is unique, what an edit may change, and concurrent writers. */
import { jobTitleOnAddOnly } from '../../contract/application-form.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { nationalityKey } from '../../contract/nationality.ts';
import { initialStatus } from '../../contract/status.ts';
import { passportKey } from '../../contract/text.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logView } from '../audit/reading-log.ts';
import { type Context, inTransaction } from '../context.ts';
import {
  type ApplicationDetails,
  detailNames,
  type FileColumn,
  fileColumns,
  noFiles,
  wireNamesOf,
} from '../db/application-columns.ts';
import { recordFiles, type StoredFile, withStoredFiles } from '../files/files.ts';
import type { PreparedFiles } from '../files/preparing.ts';
import { liftBlock, refreshGuesses } from '../guesses/guesses.ts';
import { newId } from '../identifiers.ts';
import { fieldRefusal, Refusal, retryLater } from '../refusal.ts';
import {
  type ApplicationRow,
  type ApplicationValues,
  assignedName,
  type DecisionRow,
  decisionsOn,
  findLive,
  insertApplication,
  type ListedRow,
  takeSequences,
  updateIfVersion,
} from './applications.db.ts';
import { type FormerValuesRow, insertFormerValues, lockFormerValues } from './former-values.db.ts';
import { keyedDetails, searchKeysOf } from './search-keys.ts';
import { claimUnique, refuseTaken, uniqueOf } from './uniqueness.ts';

export type { ApplicationRow, DecisionRow, ListedRow } from './applications.db.ts';

export interface Change {
  details: Partial<ApplicationDetails>;
  /** The version that the caller has seen; null if the caller named none. */
  version: number | null;
  files?: { prepared: PreparedFiles; columnOf: (field: string) => FileColumn };
  emptied?: readonly FileColumn[];
  /** The names of former files that become those of the record again. */
  formerFiles?: Partial<Record<FileColumn, string>>;
  /** The row of the former values that the change brings back. */
  former?: FormerValuesRow;
}

export async function addApplication(
  ctx: Context,
  details: ApplicationDetails,
  files: PreparedFiles,
): Promise<ApplicationRow> {
  const unique = uniqueOf(details);
  await refuseTaken(ctx, unique, null);
  return withStoredFiles(ctx, files, async (stored) => {
    const id = newId();
    return inTransaction(ctx, async (ctx) => {
      await claimUnique(ctx, unique, null);
      const sequence = await takeSequences(ctx.db, 1);
      const row = await insertApplication(
        ctx.db,
        rowOfNew(ctx, details, { id, sequence, photo: stored[0]?.name ?? null }),
      );
      await recordFiles(ctx, stored, { applicationId: id });
      await refreshGuesses(ctx, row);
      await writeAuditEntry(ctx, {
        action: 'application.added',
        record: id,
        fields: [...wireNamesOf(Object.keys(details)), ...stored.map((file) => file.field)],
      });
      return row;
    });
  });
}

export function rowOfNew(
  ctx: Context,
  details: ApplicationDetails,
  own: { id: string; sequence: number; photo: string | null },
) {
  const now = ctx.now();
  const at = now.toISOString();
  return {
    ...details,
    ...normalizedValuesOf(details),
    searchKeys: searchKeysOf(details),
    isAdmin: 0 as const,
    status: initialStatus,
    visaCollectDate: null,
    visaApproveDate: null,
    ...noFiles,
    ...own,
    version: 1,
    createdAt: at,
    arrivalMonth: dhakaDay(now).slice(0, 7),
    updatedAt: at,
    deletedAt: null,
  };
}

/** Changes details and files together, all or nothing. Details that are left out stay as they are. */
export async function changeApplication(
  ctx: Context,
  id: string,
  change: Change,
  action: 'application.changed' | 'application.attached' | 'application.brought-back',
): Promise<ApplicationRow> {
  const before = await requireLive(ctx, id);
  refuseStale(ctx, before, change.version);
  refuseJobTitle(before, change);
  const keys = normalizedValuesOf(change.details);
  await refuseTaken(ctx, { passportKey: keys.passportKey, email: change.details.email }, id);
  return withStoredFiles(ctx, change.files?.prepared ?? new Map(), (stored) =>
    withVersion(ctx, id, change.version, async (ctx, current) => {
      refuseJobTitle(current, change);
      const files = fileValues(stored, change);
      const values = differences(current, {
        ...change.details,
        ...keys,
        ...searchKeysAfter(current, change.details),
        ...files,
      });
      if (!Object.keys(values).length) {
        // The answer shows the record all the same.
        logView(ctx, 'application.viewed', id);
        return current;
      }
      await claimUnique(ctx, { passportKey: values.passportKey, email: values.email }, id);
      const changed = await updateIfVersion(ctx.db, current, { ...values, updatedAt: ctx.now().toISOString() });
      if (!changed) return null;
      // Locked after the record, in the order of an erasing. A sweep may have removed the row and its files meanwhile.
      if (change.former && !(await lockFormerValues(ctx, change.former))) throw new Refusal('not_found');
      // A replaced file keeps its row as long as it can be brought back.
      await recordFiles(ctx, stored, { applicationId: id });
      if (values.passportKey) await refreshGuesses(ctx, changed);
      await storeFormerValues(ctx, current, changed);
      await writeAuditEntry(ctx, { action, record: id, fields: wireNamesOf(Object.keys(values)) });
      return changed;
    }),
  );
}

export async function readApplication(
  ctx: Context,
  id: string,
): Promise<{ application: ListedRow; decisions: DecisionRow[] }> {
  // The statements run concurrently, which costs one round trip to a database server.
  const [application, name, decisions] = await Promise.all([
    requireLive(ctx, id),
    assignedName(ctx.db, id),
    decisionsOn(ctx.db, [id]),
  ]);
  return { application: { ...application, assignedName: name }, decisions };
}

/** Allows status checks of the passport again after somebody tried it too often. */
export async function unblock(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await liftBlock(ctx, await requireLive(ctx, id)))
      await writeAuditEntry(ctx, { action: 'application.unblocked', record: id });
  });
}

export async function requireLive(ctx: Context, id: string): Promise<ApplicationRow> {
  const row = await findLive(ctx.db, id);
  if (!row) throw new Refusal('not_found');
  return row;
}

/**
 * Runs a change on the record as it is now, in a transaction. `work` returns null when another writer was faster; then
 * it is run again, unless the caller named a version.
 */
export async function withVersion(
  ctx: Context,
  id: string,
  version: number | null,
  work: (ctx: Context, current: ApplicationRow) => Promise<ApplicationRow | null>,
): Promise<ApplicationRow> {
  return retryInTransaction(ctx, async (ctx) => {
    const current = await requireLive(ctx, id);
    refuseStale(ctx, current, version);
    return work(ctx, current);
  });
}

/** In each round of concurrent writers one succeeds, so this many concurrent writers all succeed. */
const changeTries = 50;

/** Runs the work in a transaction, and retries while it returns null because another writer was faster. */
export function retryInTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T | null>): Promise<T> {
  return retryOnConflict(() => inTransaction(ctx, work));
}

/** Runs the work, and retries while it returns nothing because another writer was faster. */
export async function retryOnConflict<T>(work: () => Promise<T | null | undefined>): Promise<T> {
  for (let attempt = 0; attempt < changeTries; attempt++) {
    const result = await work();
    if (result !== null && result !== undefined) return result;
  }
  throw retryLater('overloaded', 1);
}

/** The refusal shows the record, so it counts as a view of it. */
export function refuseStale(ctx: Context, current: ApplicationRow, version: number | null): void {
  if (version === null || version === current.version) return;
  logView(ctx, 'application.viewed', current.id);
  throw new Refusal('version_conflict', { current });
}

/** A job title that only the form for new applications offers may stay or be brought back, but not be chosen again. */
function refuseJobTitle(current: ApplicationRow, { details, former }: Change): void {
  if (!former && details.jobTitle === jobTitleOnAddOnly && current.jobTitle !== jobTitleOnAddOnly) {
    throw fieldRefusal('jobTitle', 'invalid_job_title');
  }
}

function fileValues(stored: StoredFile[], { files, emptied = [], formerFiles }: Change): ApplicationValues {
  const values: ApplicationValues = { ...formerFiles };
  for (const column of emptied) values[column] = null;
  if (files) for (const file of stored) values[files.columnOf(file.field)] = file.name;
  return values;
}

/** Stores the replaced values, so that they can be brought back. */
async function storeFormerValues(ctx: Context, before: ApplicationRow, after: ApplicationRow): Promise<void> {
  // A former value that was empty is not worth bringing back.
  const names = [...detailNames, ...fileColumns].filter((name) => before[name] && before[name] !== after[name]);
  if (!names.length) return;
  const changes = Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]));
  await insertFormerValues(ctx, {
    applicationId: after.id,
    version: after.version,
    at: ctx.now().toISOString(),
    accountName: ctx.actor?.name ?? null,
    changes: JSON.stringify(changes),
  });
}

type NormalizedValues = Pick<ApplicationRow, 'surnameKey' | 'givenNameKey' | 'nationalityKey' | 'passportKey'>;

/** The normalised values that are stored beside the details. */
function normalizedValuesOf(details: ApplicationDetails): NormalizedValues;
function normalizedValuesOf(details: Partial<ApplicationDetails>): Partial<NormalizedValues>;
function normalizedValuesOf(details: Partial<ApplicationDetails>): Partial<NormalizedValues> {
  return {
    ...(details.surname !== undefined && { surnameKey: details.surname.toLowerCase() }),
    ...(details.givenName !== undefined && { givenNameKey: details.givenName.toLowerCase() }),
    ...(details.nationality !== undefined && { nationalityKey: nationalityKey(details.nationality) }),
    ...(details.passport !== undefined && { passportKey: passportKey(details.passport) }),
  };
}

function searchKeysAfter(current: ApplicationRow, details: Partial<ApplicationDetails>): { searchKeys?: string } {
  const after = { ...current, ...details };
  const isChanged = keyedDetails.some((name) => after[name] !== current[name]);
  return isChanged ? { searchKeys: searchKeysOf(after) } : {};
}

function differences(current: ApplicationRow, values: ApplicationValues): ApplicationValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => current[name as keyof ApplicationRow] !== value),
  ) as ApplicationValues;
}
