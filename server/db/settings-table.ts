/** Reads and writes the table `setting`: single values, each under a name. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * The settings that belong to this installation, about its bucket, its restore and its jobs. A backup leaves them out.
 */
export const installationSettings = {
  storageOwner: 'storage-owner',
  filesSweptSince: 'files-swept-since',
  filesCopiedUntil: 'files-copied-until',
  restoreUnfinished: 'restore-unfinished',
  restoredAt: 'restored-at',
  lastBackup: 'backup-last',
  backupProblem: 'backup-problem',
  backupsSince: 'backup-since',
  auditSettling: 'audit-settling',
} as const;

export async function getSetting(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export function settingsWithPrefix(db: Db, prefix: string): Promise<{ name: string; value: string }[]> {
  return db.selectFrom('setting').selectAll().where('name', 'like', `${prefix}%`).orderBy('name').execute();
}

/** Writes the value unless the name has one already; returns the value that is stored then. */
export async function addSetting(db: Db, name: string, value: string): Promise<string> {
  const row = await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value: sql`setting.value` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Writes the value and replaces an earlier one. */
export async function putSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns whether a row was deleted. With `value`, the row is deleted only if it has that value. */
export async function deleteSetting(db: Db, name: string, value?: string): Promise<boolean> {
  let named = db.deleteFrom('setting').where('name', '=', name);
  if (value !== undefined) named = named.where('value', '=', value);
  const { numDeletedRows } = await named.executeTakeFirst();
  return numDeletedRows > 0n;
}
