/**
 * A backup that an earlier release has made is restored by this one, whose migrations have added tables and columns.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import tar from 'tar-stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { isOnBucket, onEachEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { knownMigrations, migrate } from '../db/migrate.ts';
import { installationSettings, putSetting } from '../db/settings-table.ts';
import { createLog } from '../log.ts';
import { openDatabase, openResources } from '../resources.ts';
import { readSettings } from '../settings.ts';
import { readArchive } from './archive.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';
import { unfinishedFile } from './restore-marks.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-earlier-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (name: string) => readSettings({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' });

/** The columns of each table of an earlier release. */
async function columnsOf(schema: readonly string[]): Promise<Map<string, string[]>> {
  await mkdir(join(folder, 'earlier'));
  const database = await openDatabase(settingsOf('earlier'), createLog('silent'));
  try {
    await migrate(database, { upTo: schema });
    const { rows } = await sql<{ table: string; column: string }>`
      select t.name as "table", c.name as "column" from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'
    `.execute(database.db);
    const columns = new Map<string, string[]>();
    for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
    return columns;
  } finally {
    await database.close();
  }
}

/** The backup as the release with these migrations would have written it. */
async function asEarlier(file: string, schema: readonly string[]): Promise<string> {
  const columns = await columnsOf(schema);
  const members = new Map<string, Buffer>();
  for await (const { name, bytes } of readArchive(file, [])) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    members.set(name, Buffer.concat(chunks));
  }
  const manifest = JSON.parse(String(members.get('manifest.json'))) as Manifest;
  manifest.schema = [...schema];
  manifest.tables = manifest.tables.filter(({ name }) => columns.has(name));
  for (const name of members.keys()) {
    const table = /^tables\/(.*)\.ndjson$/.exec(name)?.[1];
    if (table && !columns.has(table)) members.delete(name);
  }
  for (const table of manifest.tables) {
    const name = `tables/${table.name}.ndjson`;
    const lines = String(members.get(name)).split('\n').slice(0, -1);
    const rows = lines.map((line) => `${JSON.stringify(JSON.parse(line), columns.get(table.name)?.toSorted())}\n`);
    const bytes = Buffer.from(rows.join(''));
    members.set(name, bytes);
    Object.assign(table, { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  members.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  const pack = tar.pack();
  for (const [name, bytes] of members) pack.entry({ name }, bytes);
  pack.finalize();
  const earlier = join(folder, 'earlier.tar');
  await pipeline(pack as unknown as NodeJS.ReadableStream, createWriteStream(earlier));
  return earlier;
}

/** Marks the place as a restore leaves it when its process is killed. */
async function markHalfRestored(name: string): Promise<void> {
  const { dataDir } = settingsOf(name);
  await writeFile(join(dataDir, unfinishedFile), dataDir);
  const database = await openDatabase(settingsOf(name), createLog('silent'));
  await putSetting(database.db, installationSettings.restoreUnfinished, dataDir);
  await database.close();
}

describe.skipIf(isOnBucket || process.env.TEST_ENGINE === 'postgres')('a backup of an earlier release', () => {
  onEachEngine(
    'on the embedded database',
    (open) => {
      test.each([1, 4, 6, 8])(
        'with the first %i migrations is restored, and brought up to date at the next start',
        async (count) => {
          const harness = await open();
          const { passport } = await addApplication(await harness.signIn('super-admin'));
          const file = join(folder, 'plain.tar');
          await backUp(systemContext(harness), file, null);
          const schema = (await knownMigrations('sqlite')).slice(0, count);
          const { applications } = await restore(settingsOf('new'), await asEarlier(file, schema), [], []);
          expect(applications).toBe(1);
          const restored = await openResources(settingsOf('new'), createLog('silent'));
          try {
            const rows = await restored.database.db.selectFrom('application').select('passport').execute();
            expect(rows).toEqual([{ passport }]);
            expect(await restored.database.db.selectFrom('note').selectAll().execute()).toEqual([]);
          } finally {
            await restored.close();
          }
        },
      );

      test('and one of this release are not restored into a place that is partially restored from the other', async () => {
        const harness = await open();
        await addApplication(await harness.signIn('super-admin'));
        const file = join(folder, 'plain.tar');
        await backUp(systemContext(harness), file, null);
        const earlier = await asEarlier(file, (await knownMigrations('sqlite')).slice(0, 8));
        for (const [name, first, second] of [
          ['from-earlier', earlier, file],
          ['from-present', file, earlier],
        ] as const) {
          await restore(settingsOf(name), first, [], []);
          await markHalfRestored(name);
          await expect(restore(settingsOf(name), second, [], [])).rejects.toThrow(
            /^This place is partially restored from a backup of another release.* Name a new DATA_DIR.*; nothing was changed\.$/,
          );
          expect((await restore(settingsOf(name), first, [], [])).applications).toBe(1);
        }
      });
    },
    ['sqlite'],
  );
});
