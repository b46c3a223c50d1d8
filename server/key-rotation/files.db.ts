/** The SQL of the key generation with which each file is encrypted. */
import type { Db } from '../db/database.ts';

export async function countFilesBefore(db: Db, generation: number): Promise<number> {
  const { count } = await db
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('keyGeneration', '<', generation)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Files of earlier generations, in the order of their ids. */
export function filesBefore(db: Db, generation: number, after: string, limit: number) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'sha256', 'thumbnails'])
    .where('keyGeneration', '<', generation)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function setGeneration(db: Db, id: string, generation: number): Promise<void> {
  await db.updateTable('file').set({ keyGeneration: generation }).where('id', '=', id).execute();
}

export async function setGenerationOfAll(db: Db, generation: number): Promise<void> {
  await db.updateTable('file').set({ keyGeneration: generation }).where('keyGeneration', '<>', generation).execute();
}
