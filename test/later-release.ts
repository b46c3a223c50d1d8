/** A release that follows this one, to which a database of this one is an earlier release's. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../server/db/database.ts';
import { migrationsOf } from '../server/db/migrate.ts';

export const laterMigration = '9999-later.sql';

/** Its migrations: those of this release and one with that text. What it applied is forgotten when the work ends. */
export async function withLaterRelease(
  { engine, query }: Database,
  text: string,
  work: (migrations: URL) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-later-'));
  try {
    await cp(migrationsOf(engine), folder, { recursive: true });
    await writeFile(join(folder, laterMigration), text);
    await work(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
    await query.deleteFrom('migration').where('name', '=', laterMigration).execute();
  }
}
