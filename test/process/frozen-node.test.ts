/**
 * Two nodes, of which one is frozen in the middle of a backup or while it signs the audit log. Part of
 * `npm run faults`.
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApplication } from '../build.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase } from '../database.ts';
import { type Product, startProduct, superAdmin } from '../product.ts';
import { checkPassed, runCommand } from '../program.ts';
import { openTestS3, s3Key, type TestS3 } from '../s3.ts';
import { testSecretKey } from '../secret-key.ts';

const server = process.env.TEST_DATABASE_URL;
const frozenMs = 60_000;
/** PostgreSQL ends the transaction of a node that says nothing for half a minute. */
const takenOverMs = 60_000;
const records = 40;
const deleted = 20;

describe.runIf(process.env.MAPLEGATE_FAULTS && server)('two nodes', () => {
  let folder: string;
  let s3: TestS3;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let environment: Record<string, string>;
  const nodes: Product[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-frozen-'));
    s3 = await openTestS3();
    database = await createDatabase(server ?? '');
    environment = {
      ...s3Key,
      DATABASE_URL: database.url,
      STORAGE_URL: (await s3.newBucket()).url,
      SECRET_KEY: testSecretKey,
      SUPER_ADMIN_PASSWORD: superAdmin.password,
    };
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) {
      thaw(node);
      await node.stop();
    }
    await s3.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(name: string, more: Record<string, string> = {}): Promise<Product> {
    const node = await startProduct({ ...environment, ...more }, join(folder, name));
    nodes.push(node);
    return node;
  }

  test('a node that is frozen for a minute in its backup, beside another that works on: one backup, each record purged once, no request fails', async ({
    task,
  }) => {
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const scheduled = {
      BACKUP_DIR: backups,
      BACKUP_RECIPIENTS: await identityToRecipient(await generateX25519Identity()),
    };
    await fill(environment, folder);
    const first = await start('first', scheduled);
    await expect.poll(() => namesIn(backups, '.unfinished'), { interval: 2 }).toHaveLength(1);
    const frozen = [...(await childrenOf(first.pid)), first.pid];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    expect(await namesIn(backups, '.age')).toEqual([]);
    const since = Date.now();
    const second = await start('second', scheduled);
    const staff = await second.staff();
    let answers = 0;
    // The second node looks for a due backup in this time, and its first sweep comes as the first node wakes.
    for (; Date.now() - since < frozenMs; answers++) {
      await addApplication(staff);
      await sleep(100);
    }
    expect(await namesIn(backups, '.age')).toEqual([]);
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await expect.poll(() => namesIn(backups, '.age'), { timeout: 60_000 }).toHaveLength(1);
    const purged = async () =>
      (await select(database.url, "select record from audit where action = 'application.purged'")).length;
    // The sweeps of both nodes may have been postponed by the backup, for a minute.
    await expect.poll(purged, { timeout: 90_000 }).toBe(deleted);
    await addApplication(await first.staff());
    // The second node looks again, and finds that none is due.
    await sleep(10_000);
    expect(await purged()).toBe(deleted);
    expect([await namesIn(backups, '.age'), await namesIn(backups, '.unfinished')]).toMatchObject([{ length: 1 }, []]);
    expect(dataOf(await staff.call('system')).backup.problem).toBeNull();
    expect(first.output() + second.output()).not.toMatch(/"level":50/);
    const check = await runCommand('check', { ...environment, DATA_DIR: second.dataDir });
    expect(check.stdout).toEqual(checkPassed);
    task.meta.figure = `1 backup, ${deleted} purges, ${answers} records added while frozen`;
  }, 300_000);

  test('a node that is frozen while it signs the audit log: changes go on, the other node signs within a minute, and the whole tree verifies', async ({
    task,
  }) => {
    const first = await start('first');
    const { _id: id } = await addApplication(await first.staff());
    const attempts = await freezeWhileSigning(first, database.url, id);
    const since = Date.now();
    const second = await start('second');
    const staff = await second.staff();
    const { _id: later } = await addApplication(staff);
    const total = async () => dataOf(await staff.call('searchAudit', { json: {} })).total;
    const signed = async () => dataOf(await staff.call('auditTree')).entries;
    await expect.poll(signed, { timeout: takenOverMs, interval: 250 }).toBe(await total());
    const takenOver = Date.now() - since;
    thaw(first);
    // Both sign again, each entry once.
    const again = await first.staff();
    for (const caller of [again, staff]) dataOf(await caller.call('approve', { params: { id: later } }));
    await expect.poll(async () => (await signed()) === (await total()), { timeout: 10_000 }).toBe(true);
    expect(await second.stop()).toBe(0);
    expect(await first.stop()).toBe(0);
    expect(first.output() + second.output()).not.toMatch(/"level":50/);
    const verified = await runCommand('audit-verify', { ...environment, DATA_DIR: second.dataDir });
    expect(verified.stdout).toMatch(/\n\d+ entr(?:y|ies), 0 problems\n$/);
    task.meta.figure = `taken over in ${takenOver} ms, frozen at attempt ${attempts}, ${verified.stdout.trim().split('\n').at(-1)}`;
  }, 300_000);
});

/** Lets a frozen process run again, if it has not ended. */
function thaw({ pid }: Pick<Product, 'pid'>): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended.
  }
}

/**
 * Freezes the process at a moment when it holds the lock of the signing and waits for nothing; returns the attempts.
 */
async function freezeWhileSigning({ pid, staff }: Product, url: string, id: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const caller = await staff();
  let isOver = false;
  // The last of these calls ends when the process is thawed.
  void (async () => {
    while (!isOver) await caller.call('approve', { params: { id } });
  })().catch(() => {});
  const isSigning = async () =>
    (
      await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and query ~ 'audit_(leaf|checkpoint)'",
      )
    ).rowCount !== 0;
  try {
    for (let attempts = 1; ; attempts++) {
      while (!(await isSigning()));
      process.kill(pid, 'SIGSTOP');
      // By then the server has done what the process sent before.
      await sleep(200);
      if (await isSigning()) return attempts;
      thaw({ pid });
    }
  } finally {
    isOver = true;
    await client.end();
  }
}

/** Adds records and deletes some of them, so long ago that a sweep purges them. */
async function fill(environment: Record<string, string>, folder: string): Promise<void> {
  const product = await startProduct(environment, join(folder, 'filled'));
  const staff = await product.staff();
  const ids: string[] = [];
  for (let at = 0; at < records; at++) ids.push((await addApplication(staff))._id);
  for (const id of ids.slice(0, deleted)) dataOf(await staff.call('deleteApplication', { params: { id } }));
  await product.stop();
  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await select(
    environment.DATABASE_URL ?? '',
    `update application set deleted_at = '${longAgo}' where deleted_at is not null`,
  );
}

async function select(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function namesIn(folder: string, ending: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(ending));
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
