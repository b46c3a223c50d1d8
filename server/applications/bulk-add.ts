/**
 * Adds several applications at once, and undoes that. The rules are those of a single one: no two live records share a
 * passport or an e-mail, and each has its own entry in the audit log and its own number in the order of arrival. An
 * imported application has no photo yet.
 */
import { type UniqueField, uniqueFields } from '../../contract/application-form.ts';
import { writeAuditEntries } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { type ApplicationDetails, wireNamesOf } from '../db/application-columns.ts';
import { lockAttempts, refreshGuesses } from '../guesses/guesses.ts';
import { newId } from '../identifiers.ts';
import { takeSequences, uniqueColumns } from './applications.db.ts';
import { rowOfNew } from './applications.ts';
import { insertMany, markManyDeleted, takenValues, versionsOf } from './bulk-add.db.ts';
import { removeRecordsOnly } from './erasure.ts';
import { queueFileRemoval, requestPhysicalErasure } from './physical-erasure.ts';
import { lockUnique, takenCodes, uniqueOf } from './uniqueness.ts';

type UniqueDetails = Pick<ApplicationDetails, UniqueField>;
type TakenErrors = ReturnType<typeof takenCodes>;
type AddResult = { id: string } | { errors: TakenErrors };

/** Within a transaction. Returns a result for each record in order; what an earlier one of them has is taken, too. */
export async function addApplications(ctx: Context, many: readonly ApplicationDetails[]): Promise<AddResult[]> {
  if (many.length === 0) return [];
  const uniques = many.map(uniqueOf);
  await lockUnique(ctx, uniques);
  const taken = await takenValues(ctx.db, uniques);
  const results = many.map((details): { details: ApplicationDetails; added: AddResult } => {
    const unique = uniqueOf(details);
    const errors = errorsOf(unique, taken);
    if (Object.keys(errors).length > 0) return { details, added: { errors } };
    for (const field of uniqueFields) taken[field].add(unique[uniqueColumns[field]]);
    return { details, added: { id: newId() } };
  });
  const free = results.flatMap(({ details, added }) => ('id' in added ? [{ details, id: added.id }] : []));
  if (free.length > 0) {
    const first = await takeSequences(ctx.db, free.length);
    const rows = free.map(({ details, id }, at) => rowOfNew(ctx, details, { id, sequence: first + at, photo: null }));
    await insertMany(ctx.db, rows);
    for (const row of rows) await refreshGuesses(ctx, row);
    await writeAuditEntries(
      ctx,
      free.map(({ details, id }) => ({
        action: 'application.added',
        record: id,
        fields: wireNamesOf(Object.keys(details)),
      })),
    );
  }
  return results.map(({ added }) => added);
}

/** The errors for values that a live record already has; without `lockUnique`, another writer may still be faster. */
export async function takenErrors(ctx: Context, many: readonly UniqueDetails[]): Promise<TakenErrors[]> {
  const uniques = many.map(uniqueOf);
  const taken = await takenValues(ctx.db, uniques);
  return uniques.map((unique) => errorsOf(unique, taken));
}

function errorsOf(unique: ReturnType<typeof uniqueOf>, taken: Awaited<ReturnType<typeof takenValues>>): TakenErrors {
  return takenCodes(uniqueFields.filter((field) => taken[field].has(unique[uniqueColumns[field]])));
}

/** The result of the undo for one record. */
export type UndoResult = 'takenBack' | 'kept' | 'lost';

/**
 * Within a transaction: removes these records for good if nobody has touched them since they were added. A record that
 * was changed, decided, held, assigned or given a note or a document is kept; one that was deleted or erased is lost.
 */
export async function undoApplications(ctx: Context, ids: readonly string[]): Promise<Map<string, UndoResult>> {
  const existing = await versionsOf(ctx.db, ids);
  const untouched = existing.filter(({ version, deletedAt }) => version === 1 && deletedAt === null);
  // Locked before the rows: an enquiry holds these locks while it writes rows that refer to them.
  await lockAttempts(ctx, ...untouched.map((row) => row.passportKey));
  // A list that is being read detects the change by the new number.
  const deletion = await takeSequences(ctx.db, 1);
  const removedIds = new Set(
    await markManyDeleted(
      ctx.db,
      untouched.map(({ id }) => id),
      ctx.now().toISOString(),
    ),
  );
  const removed = untouched.filter(({ id }) => removedIds.has(id));
  const names = await removeRecordsOnly(
    ctx,
    removed.map(({ id }) => id),
    deletion,
  );
  if (removed.length > 0) {
    await requestPhysicalErasure(ctx, 'by a sweep');
    await queueFileRemoval(ctx, names);
    await writeAuditEntries(
      ctx,
      removed.map(({ id }) => ({ action: 'application.taken-back', record: id })),
    );
  }
  const liveIds = new Set(existing.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));
  return new Map(ids.map((id) => [id, removedIds.has(id) ? 'takenBack' : liveIds.has(id) ? 'kept' : 'lost']));
}
