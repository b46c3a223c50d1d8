/**
 * What the database stores about its keys: check values that identify the present and the former keys, and their
 * number.
 */
import type { Db } from '../db/database.ts';
import { getSetting } from '../db/settings-table.ts';
import type { Keys } from '../keys.ts';
import { countFilesBefore, setGenerationOfAll } from './files.db.ts';

export const keyCheck = 'key-check';
export const formerChecks = 'key-checks-former';
export const keyGeneration = 'key-generation';

/** Throws on a node that still runs with a former key: entries that it writes to the audit log cannot be verified. */
export async function requireCurrentKey(db: Db, { check }: Pick<Keys, 'check'>): Promise<void> {
  const current = await getSetting(db, keyCheck);
  if (current !== null && current !== check) throw new Error('The key of the database was replaced by another node.');
}

/** The check values of the keys that were replaced. */
export async function formerChecksOf(db: Db): Promise<string[]> {
  return JSON.parse((await getSetting(db, formerChecks)) ?? '[]') as string[];
}

/** How often the key was replaced. */
export async function generationOf(db: Db): Promise<number> {
  return Number((await getSetting(db, keyGeneration)) ?? 0);
}

/** How many files are still encrypted with a key that was replaced. */
export async function countFilesOfFormerKeys(db: Db): Promise<number> {
  return countFilesBefore(db, await generationOf(db));
}

/** For a restore, which has stored every file with the present key, whatever its generation was in the backup. */
export async function attributeFilesToPresentKey(db: Db, { generation }: Pick<Keys, 'generation'>): Promise<void> {
  if (generation > 0) await setGenerationOfAll(db, generation);
}
