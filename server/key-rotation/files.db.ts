/** The SQL of the key generation with which each file is encrypted. */
import type { Query } from '../db/database.ts';

export async function countFilesBefore(query: Query, generation: number): Promise<number> {
  const { count } = await query
    .selectFrom('file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('keyGeneration', '<', generation)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Files of earlier generations, in the order of their ids. */
export function filesBefore(query: Query, generation: number, after: string, limit: number) {
  return query
    .selectFrom('file')
    .select(['id', 'name', 'sha256', 'thumbnails'])
    .where('keyGeneration', '<', generation)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function setGeneration(query: Query, id: string, generation: number): Promise<void> {
  await query.updateTable('file').set({ keyGeneration: generation }).where('id', '=', id).execute();
}

/** For a restore, which encrypts every file with the present key. */
export async function setGenerationOfAll(query: Query, generation: number): Promise<void> {
  await query.updateTable('file').set({ keyGeneration: generation }).where('keyGeneration', '<>', generation).execute();
}
