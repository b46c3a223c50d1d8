/**
 * Former values: what an edit replaced is stored for as long as a deleted record, and can be brought back one by one.
 */
import { limits } from '../../contract/limits.ts';
import { passportKey } from '../../contract/text.ts';
import { pauseAfterWork } from '../background.ts';
import { type Context, inTransaction, timeAgo } from '../context.ts';
import { type ApplicationDetails, type FileColumn, isFileColumn } from '../db/application-columns.ts';
import { deleteFileRows } from '../files/files.ts';
import { isBackupRunning } from '../files/running-backup.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { type ApplicationRow, changeApplication, requireLive } from './applications.ts';
import {
  changesAfter,
  changesOf,
  deleteFormerValues,
  filesNamedBy,
  formerValuesBefore,
  formerValuesOf,
  formerValuesSince,
} from './former-values.db.ts';
import { queueFileRemoval, removeQueuedFiles, requestPhysicalErasure } from './physical-erasure.ts';

export type RestorableColumn = keyof ApplicationDetails | FileColumn;
type FormerValues = Partial<Record<RestorableColumn, { from: string; to: string | null }>>;

/** How many a sweep removes; the others wait for the next one. */
const purgedMax = 500;
const rowsAtOnce = 1_000;
/** How many versions of one application are listed; older ones can be brought back as well. */
export const versionsListedMax = 200;

export interface PastChange {
  version: number;
  at: string;
  accountName: string | null;
  changes: FormerValues;
}

export async function pastChanges(ctx: Context, id: string): Promise<PastChange[]> {
  await requireLive(ctx, id);
  const rows = await formerValuesSince(ctx, id, restorableSince(ctx), versionsListedMax);
  return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) as FormerValues }));
}

/** Sets these fields to the values that they had before that version; a change like any other. */
export async function bringBack(
  ctx: Context,
  id: string,
  version: number,
  columns: readonly RestorableColumn[],
): Promise<ApplicationRow> {
  await requireLive(ctx, id);
  const former = await formerValuesOf(ctx, id, version);
  if (!former || former.at < restorableSince(ctx)) throw new Refusal('not_found');
  const changes = JSON.parse(former.changes) as FormerValues;
  const valuesOf = (columns: readonly RestorableColumn[]) =>
    Object.fromEntries(
      columns.map((column) => {
        const change = changes[column];
        if (!change) throw fieldRefusal('fields', 'invalid_fields');
        return [column, change.from];
      }),
    );
  const details = valuesOf(columns.filter((column) => !isFileColumn(column)));
  const formerFiles = valuesOf(columns.filter(isFileColumn));
  return changeApplication(ctx, id, { details, formerFiles, former, version: null }, 'application.brought-back');
}

/** The keys of the passports that edits of these records have replaced. */
export async function formerPassports(ctx: Context, ids: readonly string[]): Promise<string[]> {
  return (await changesOf(ctx, ids)).flatMap(passportsReplaced);
}

/** The same for one row; `changes` is JSON. */
export function passportsReplaced(changes: string): string[] {
  const { passport } = JSON.parse(changes) as FormerValues;
  return passport ? [passportKey(passport.from)] : [];
}

/** The surnames and given names that edits of these records have replaced. */
export async function formerNames(ctx: Context, ids: readonly string[]): Promise<string[]> {
  return (await changesOf(ctx, ids)).flatMap(namesReplaced);
}

/** The same for one row; `changes` is JSON. */
export function namesReplaced(changes: string): string[] {
  const { surname, givenName } = JSON.parse(changes) as FormerValues;
  return [surname, givenName].flatMap((name) => (name ? [name.from] : []));
}

/** The keys of the passports that edits of any record have replaced, a few at a time. */
export async function* everyPassportReplaced(ctx: Context): AsyncGenerator<string[]> {
  for (let after = { applicationId: '', version: 0 }; ; ) {
    const rows = await changesAfter(ctx, after, rowsAtOnce);
    yield rows.flatMap(({ changes }) => passportsReplaced(changes));
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last;
  }
}

/** Records deleted and values replaced before this time can no longer be restored. */
export function restorableSince(ctx: Context): string {
  return timeAgo(ctx, limits.restoreDays * 86_400_000);
}

/**
 * Deletes what can no longer be brought back, with the files that the record no longer names. Returns whether a running
 * backup has postponed it.
 */
export async function purgeFormerValues(ctx: Context): Promise<boolean> {
  const pause = pauseAfterWork();
  for (const row of await formerValuesBefore(ctx, restorableSince(ctx), purgedMax)) {
    if (await isBackupRunning(ctx)) return true;
    const queued = await inTransaction(ctx, async (ctx) => {
      if (!(await deleteFormerValues(ctx, row))) return null;
      const named = new Set(await namedFiles(ctx, row.applicationId));
      const unnamed = filesIn(row.changes).filter((name) => !named.has(name));
      await deleteFileRows(ctx, unnamed);
      await requestPhysicalErasure(ctx, 'by a sweep');
      return queueFileRemoval(ctx, unnamed);
    });
    if (queued) await removeQueuedFiles(ctx, queued);
    await pause();
  }
  return false;
}

async function namedFiles(ctx: Context, applicationId: string): Promise<(string | null)[]> {
  const { current, former } = await filesNamedBy(ctx, applicationId);
  return [...current, ...former.flatMap(filesIn)];
}

function filesIn(changes: string): string[] {
  const entries = Object.entries(JSON.parse(changes) as FormerValues);
  return entries.flatMap(([column, { from }]) => (isFileColumn(column) ? [from] : []));
}
