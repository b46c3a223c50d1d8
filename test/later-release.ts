/** An invented later release, for which a database of this release has to be migrated. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../server/db/database.ts';
import { migrationsOf } from '../server/db/migrate.ts';

export const laterMigration = '9999-later.sql';

/** Hands `work` the migrations of this release and one more with that text, whose record is removed at the end. */
export async function withLaterRelease(
  { engine, db }: Database,
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
    await db.deleteFrom('migration').where('name', '=', laterMigration).execute();
  }
}
