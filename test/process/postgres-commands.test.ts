/** The commands of the owner on a PostgreSQL server. Needs the one of TEST_DATABASE_URL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { hostCommand } from '../command-host.ts';
import { createDatabase } from '../database.ts';
import { checkPassed } from '../program.ts';
import { testSecretKey } from '../secret-key.ts';

const server = process.env.TEST_DATABASE_URL;

describe.skipIf(!server)('npm run check on PostgreSQL', () => {
  let folder = '';
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let client: pg.Client;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-commands-'));
    database = await createDatabase(server ?? '');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const check = (url: string) =>
    hostCommand('check', { DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY: testSecretKey });

  const count = async (text: string) => Number((await client.query(text)).rows[0].count);

  test('says so where the database is empty, and makes no table', async () => {
    const { code, stderr } = await check(database.url);
    expect([code, stderr]).toEqual([
      1,
      'The database at DATABASE_URL has no tables of this product. Set DATABASE_URL as for npm start; nothing was made.\n',
    ]);
    expect(await count("select count(*) from pg_tables where schemaname = 'public'")).toBe(0);
  });

  test.each(['application_tally', 'file'])(
    'goes on when a statement over %s takes longer than any request may',
    async (table) => {
      const migrated = await openPostgres(database.url, () => {});
      await migrate(migrated);
      await migrated.close();
      await client.query('begin');
      await client.query(`lock table ${table} in access exclusive mode`);
      // The address sets the time limit of a statement low, so that the test need not wait for the usual one.
      const limited = new URL(database.url);
      limited.searchParams.set('statement_timeout', '2000');
      const checked = check(limited.href);
      const waiting = `select count(*) from pg_locks where not granted and relation = '${table}'::regclass`;
      for (let at = 0; at < 300 && !(await count(waiting)); at++) await sleep(50);
      await sleep(4_000);
      await client.query('commit');
      expect(await checked).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
    },
  );
});
