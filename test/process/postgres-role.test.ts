/** What the owner reads where the database or the role of DATABASE_URL cannot be used. Needs the programs of a PostgreSQL server. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { hostCommand } from '../command-host.ts';
import { createDatabase, runStatement } from '../database.ts';
import { type Cluster, openCluster, serverPrograms } from '../postgres-cluster.ts';
import { type Outcome, runProduct } from '../program.ts';

describe.skipIf(!serverPrograms)('a database or a role of PostgreSQL that does not suffice', () => {
  let cluster: Cluster;
  let folder = '';
  beforeAll(async () => {
    cluster = await openCluster();
    await runStatement(cluster.url, 'create role newcomer login');
    folder = await mkdtemp(join(tmpdir(), 'maplegate-role-'));
  });
  afterAll(async () => {
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A database of another role, and its name as the newcomer connects to it. */
  async function foreignDatabase() {
    const { url } = await createDatabase(cluster.url);
    return { url, newcomersUrl: url.replace('//maplegate@', '//newcomer@'), name: new URL(url).pathname.slice(1) };
  }

  async function makeProduct(environment: Record<string, string>): Promise<void> {
    await (await openResources(readSettings(environment), createLog('silent'))).close();
  }

  async function makeBackup(name: string): Promise<{ key: string; backup: string }> {
    const [key, backup] = [join(folder, `${name}.txt`), join(folder, `${name}.age`)];
    const recipient = (await hostCommand('backup-key', {}, key)).stdout.trim();
    const old = { DATA_DIR: join(folder, `backed-up-${name}`) };
    await makeProduct(old);
    expect((await hostCommand('backup', { ...old, BACKUP_RECIPIENTS: recipient }, backup)).code).toBe(0);
    return { key, backup };
  }

  async function tablesOf(connectionString: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
    await client.end();
    return rows;
  }

  async function sentenceOf(outcome: Promise<Outcome>): Promise<string> {
    const { code, stdout, stderr } = await outcome;
    expect([code, stdout]).toEqual([1, '']);
    return stderr.trim().replace('The PostgreSQL server of DATABASE_URL ', '');
  }

  test('start, check and restore say how the role may make tables, and a restore leaves no mark', async () => {
    const { url, newcomersUrl, name } = await foreignDatabase();
    const place = { DATA_DIR: join(folder, 'new'), DATABASE_URL: newcomersUrl, LOG_LEVEL: 'error' };
    const { key, backup } = await makeBackup('role');
    const restore = (environment: Record<string, string>) =>
      hostCommand('restore', { ...place, ...environment }, backup, '--identity', key);

    const advice = `of the database ${name} (42501). Make it the owner: alter database ${name} owner to newcomer.`;
    const mayNotMake = `does not let newcomer make tables in the schema public ${advice}`;
    expect(await sentenceOf(runProduct(place))).toBe(mayNotMake);
    expect(await sentenceOf(hostCommand('check', place))).toBe(mayNotMake);
    expect(await sentenceOf(restore({}))).toBe(mayNotMake);
    expect(await sentenceOf(restore({ DATABASE_URL: url.replace(name, 'nowhere') }))).toMatch(
      /^has no database nowhere/,
    );
    expect((await readdir(place.DATA_DIR)).filter((name) => !name.startsWith('running.lock'))).toEqual([]);
    await runStatement(url, 'revoke all on schema public from public');
    expect(await sentenceOf(hostCommand('check', place))).toBe(`does not let newcomer use a schema ${advice}`);

    await runStatement(url, `alter database ${name} owner to newcomer`);
    expect((await restore({})).code).toBe(0);
  });

  test('tables of another role are named with their owner', async () => {
    const { url, newcomersUrl, name } = await foreignDatabase();
    await makeProduct({ DATA_DIR: join(folder, 'other'), DATABASE_URL: url });
    const environment = { DATA_DIR: join(folder, 'other'), DATABASE_URL: newcomersUrl };
    expect(await sentenceOf(hostCommand('check', environment))).toBe(
      `has tables in the database ${name} that belong to maplegate, and newcomer may not use them as their owner. Name maplegate in DATABASE_URL, or another database.`,
    );
  });

  test('a database that is not in UTF8 is refused by start, check and restore before a table is made', async () => {
    const { key, backup } = await makeBackup('encoding');
    for (const encoding of ['LATIN1', 'SQL_ASCII']) {
      const name = `in_${encoding.toLowerCase()}`;
      await runStatement(cluster.url, `create database ${name} encoding '${encoding}' template template0`);
      const DATABASE_URL = cluster.url.replace(/postgres$/, name);
      const place = { DATA_DIR: join(folder, name), DATABASE_URL, LOG_LEVEL: 'error' };
      const sentence = `has the database ${name} in the encoding ${encoding}, which does not hold every text. Make one in UTF8, and name it in DATABASE_URL: create database NAME owner maplegate encoding 'UTF8' template template0.`;
      expect(await sentenceOf(runProduct(place))).toBe(sentence);
      expect(await sentenceOf(hostCommand('check', place))).toBe(sentence);
      expect(await sentenceOf(hostCommand('restore', place, backup, '--identity', key))).toBe(sentence);
      expect(await tablesOf(DATABASE_URL)).toEqual([]);
    }
  });
});
