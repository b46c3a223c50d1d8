/**
 * Erases records for good, and holds those that must stay. The purge and the super admin erase by `eraseRecords`; the
 * undo of an import removes only its own records, by `removeRecordsOnly`.
 */
import type { Answers } from '../../contract/answers.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logView } from '../audit/reading-log.ts';
import type { Context } from '../context.ts';
import { queueErasureLine, requireErasuresWritable, writeErasureLine } from '../erasures/erasures.ts';
import { fileNamesOf } from '../files/files.ts';
import { lockAttempts, passportHash, passportHashes } from '../guesses/guesses.ts';
import { Refusal } from '../refusal.ts';
import {
  type ApplicationRow,
  assignedName,
  findAny,
  type ListedRow,
  lockDeleted,
  markDeleted,
  markHeld,
} from './applications.db.ts';
import { retryInTransaction } from './applications.ts';
import { countRows, deletePersonalRows, lastDeletionOf, livePassportKeysOfOthers } from './erasure.db.ts';
import { formerNames, formerPassports } from './former-values.ts';
import { eraseImportNames, eraseImportRows, searchImportRows } from './import-row-erasure.ts';
import { forgetSequencesBefore } from './list.db.ts';
import { queueFileRemoval, removeQueuedFiles, requestPhysicalErasure } from './physical-erasure.ts';

type Erasable = Pick<ApplicationRow, 'id' | 'passportKey'>;

/**
 * The passports under which other tables may have rows of these records: their present ones, and those that an edit
 * replaced. One that another live record has is left out: failed tries with it go on counting for that record.
 */
async function passportsOf(ctx: Context, records: readonly Erasable[]): Promise<ReadonlySet<string>> {
  const ids = records.map(({ id }) => id);
  const keys = [...records.map((row) => row.passportKey), ...(await formerPassports(ctx, ids))];
  const ofOthers = new Set(await livePassportKeysOfOthers(ctx.db, keys, ids));
  return new Set(keys.filter((key) => !ofOthers.has(key)));
}

interface ErasedRecords {
  /** The names of their files, which the caller removes after the commit. */
  names: string[];
  /** The passports under which rows of other tables were erased. */
  passports: ReadonlySet<string>;
}

/**
 * Within a transaction that has locked the rows of these records: removes everything about them except rows of imports.
 * Those of a finished import expire no later than a deleted record, so that a purge finds hardly any from before the
 * deletion.
 */
export async function eraseRecords(ctx: Context, records: readonly Erasable[]): Promise<ErasedRecords> {
  const passports = await passportsOf(ctx, records);
  const ids = records.map(({ id }) => id);
  const deletion = await lastDeletionOf(ctx.db, ids);
  return { names: await removeWithRows(ctx, ids, { passports, deletion }), passports };
}

/**
 * Removes the records alone: an undo is about one file, and not about persons, who may be in others. The lists had them
 * until the number `deletion`.
 */
export async function removeRecordsOnly(ctx: Context, ids: readonly string[], deletion: number): Promise<string[]> {
  return ids.length === 0 ? [] : removeWithRows(ctx, ids, { passports: new Set(), deletion });
}

async function removeWithRows(
  ctx: Context,
  ids: readonly string[],
  { passports, deletion }: { passports: ReadonlySet<string>; deletion: number },
): Promise<string[]> {
  const names = await fileNamesOf(ctx, ids);
  // This locks its counter before the rows, as the undo of an import does: the other way round, each could wait for the
  // other.
  await forgetSequencesBefore(ctx.db, deletion);
  await deletePersonalRows(ctx.db, { record: ids, passport: [...passports].map((key) => passportHash(ctx, key)) });
  return names;
}

/**
 * Erases a live or deleted record. Its line for restores is on the disk before this returns, unless the disk has just
 * failed.
 */
export async function eraseApplication(ctx: Context, id: string, reason: string): Promise<void> {
  await requireErasuresWritable(ctx.settings);
  const imported = await searchImportRows(ctx, await passportsOf(ctx, [await requireAny(ctx, id)]));
  const line = await retryInTransaction(ctx, async (ctx) => {
    // What was stored during the search, which may take long, is from before the erasing.
    const at = ctx.now().toISOString();
    const row = await requireAny(ctx, id);
    refuseHeld(row);
    const personNames = [row.surname, row.givenName, ...(await formerNames(ctx, [id]))];
    // First, because a step of an import locks its run before the counter of the records; the other way round, each
    // could wait for the other.
    await eraseImportNames(ctx, personNames, await passportsOf(ctx, [row]));
    // Locked before the row: an enquiry holds this lock while it writes rows that refer to it.
    await lockAttempts(ctx, row.passportKey);
    const isLocked = row.deletedAt === null ? await markDeleted(ctx.db, row, at) : await lockDeleted(ctx.db, row);
    if (!isLocked) return null;
    const { names, passports } = await eraseRecords(ctx, [row]);
    await eraseImportRows(ctx, passports, imported);
    const line = { id, at, passports: [...passports].flatMap((key) => passportHashes(ctx.keys, key)) };
    await queueErasureLine(ctx, line);
    await requestPhysicalErasure(ctx, 'at once');
    await queueFileRemoval(ctx, names);
    await writeAuditEntry(ctx, { action: 'application.erased', record: id, detail: { reason } });
    return line;
  });
  // The record is erased. If its line cannot be written now, a sweep adds it later and logs the fault.
  await writeErasureLine(ctx, line).catch(() => {});
  await removeQueuedFiles(ctx).catch(() => {});
}

/** Counts what erasing the record would remove. */
export async function measureErasure(ctx: Context, id: string): Promise<Answers['erasure']> {
  const passports = await passportsOf(ctx, [await requireAny(ctx, id)]);
  return countRows(
    ctx.db,
    id,
    [...passports].map((key) => passportHash(ctx, key)),
  );
}

/** Holds or releases a live or deleted record. Holding a record that is held replaces the reason. */
export async function holdApplication(
  ctx: Context,
  id: string,
  { hold, reason }: { hold: boolean; reason: string },
): Promise<ListedRow> {
  return retryInTransaction(ctx, async (ctx) => {
    const row = await requireAny(ctx, id);
    const named = { assignedName: await assignedName(ctx.db, id) };
    if (!hold && row.heldAt === null) {
      // The answer shows the record all the same.
      logView(ctx, 'application.viewed', id);
      return { ...row, ...named };
    }
    const values = hold
      ? { heldAt: ctx.now().toISOString(), heldBy: ctx.actor?.name ?? null, heldReason: reason }
      : { heldAt: null, heldBy: null, heldReason: null };
    const changed = await markHeld(ctx.db, row, values);
    if (!changed) return null;
    const action = hold ? 'application.held' : 'application.released';
    await writeAuditEntry(ctx, { action, record: id, detail: { reason } });
    return { ...changed, ...named };
  });
}

export function refuseHeld(row: Pick<ApplicationRow, 'heldAt'>): void {
  if (row.heldAt !== null) throw new Refusal('held');
}

async function requireAny(ctx: Context, id: string): Promise<ApplicationRow> {
  const row = await findAny(ctx.db, id);
  if (!row) throw new Refusal('not_found');
  return row;
}
