/**
 * Adds several applications at once, and takes them back. By the rule of a single one: no two live records share a
 * passport or an e-mail, each has its entry in the audit log, and each its number in the order of arrival. An imported
 * application has no photo yet.
 */
import type { ErrorCode } from '../../contract/errors.ts';
import { passportKey } from '../../contract/text.ts';
import { writeAuditEntries } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { type ApplicationDetails, wireNamesOf } from '../db/application-columns.ts';
import { lockAllTries, refreshGuesses } from '../enquiry/guesses.ts';
import { dropFiles } from '../files/files.ts';
import { newId } from '../identifiers.ts';
import { takeSequences } from './applications.db.ts';
import { rowOfNew } from './applications.ts';
import { insertMany, markManyDeleted, uniquesTaken, versionsOf } from './bulk-add.db.ts';
import { deleteRecordRows } from './erasure.ts';
import { requestPhysicalErasure } from './physical-erasure.ts';
import { lockUnique } from './uniqueness.ts';

type UniqueDetails = Pick<ApplicationDetails, 'passport' | 'email'>;
export type Taken = Partial<Record<'passport' | 'email', ErrorCode>>;
export type Added = { id: string } | { taken: Taken };

/** Within a transaction. Answers in the order of the given ones, whose passports and e-mails differ from each other. */
export async function addApplications(ctx: Context, many: readonly ApplicationDetails[]): Promise<Added[]> {
  if (many.length === 0) return [];
  await lockUnique(ctx, many.map(uniqueOf));
  const taken = await takenErrors(ctx, many);
  const results = many.map((details, at): { details: ApplicationDetails; added: Added } => {
    const codes = taken[at] ?? {};
    return { details, added: Object.keys(codes).length > 0 ? { taken: codes } : { id: newId() } };
  });
  const free = results.flatMap(({ details, added }) => ('id' in added ? [{ details, id: added.id }] : []));
  if (free.length > 0) {
    const first = await takeSequences(ctx.query, free.length);
    const rows = free.map(({ details, id }, at) => rowOfNew(ctx, details, { id, sequence: first + at, photo: null }));
    await insertMany(ctx.query, rows);
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

/** What of each of these a live record has already; another writer may still be faster. */
export async function takenErrors(ctx: Context, many: readonly UniqueDetails[]): Promise<Taken[]> {
  const uniques = many.map(uniqueOf);
  const { passports, emails } = await uniquesTaken(ctx.query, uniques);
  return uniques.map(({ passportKey, email }) => ({
    ...(passports.has(passportKey) && { passport: 'passport_exists' }),
    ...(emails.has(email) && { email: 'email_exists' }),
  }));
}

const uniqueOf = ({ passport, email }: UniqueDetails) => ({ passportKey: passportKey(passport), email });

/** What became of a record that was to be taken back. */
export type TakenBack = 'takenBack' | 'kept' | 'lost';

/**
 * Within a transaction: removes these records for good if nobody has touched them since they were added. One that was
 * changed, decided, held, noted on, taken on or given a paper is kept; one that somebody has deleted or erased is no
 * longer there to be taken.
 */
export async function takeBackApplications(ctx: Context, ids: readonly string[]): Promise<Map<string, TakenBack>> {
  const found = await versionsOf(ctx.query, ids);
  const untouched = found.filter(({ version, deletedAt }) => version === 1 && deletedAt === null);
  // Before the rows: an enquiry holds these locks while it writes what refers to a row.
  await lockAllTries(
    ctx,
    untouched.map((row) => row.passportKey),
  );
  // A list that is being read learns from it that something has changed.
  await takeSequences(ctx.query, 1);
  const gone = new Set(
    await markManyDeleted(
      ctx.query,
      untouched.map(({ id }) => id),
      ctx.now().toISOString(),
    ),
  );
  const taken = untouched.filter(({ id }) => gone.has(id));
  const names = await deleteRecordRows(ctx, taken);
  if (taken.length > 0) {
    await requestPhysicalErasure(ctx, 'by a sweep');
    await writeAuditEntries(
      ctx,
      taken.map(({ id }) => ({ action: 'application.taken-back', record: id })),
    );
    // The transaction of this context has ended by then.
    ctx.afterCommit?.(async () => void (await dropFiles({ ...ctx, query: ctx.database.query }, names)));
  }
  const isThere = new Set(found.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));
  return new Map(ids.map((id) => [id, gone.has(id) ? 'takenBack' : isThere.has(id) ? 'kept' : 'lost']));
}
