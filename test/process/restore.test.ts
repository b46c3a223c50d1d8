/** The owner's commands for backup and restore, beside a product at which staff work, and the scheduled backups. */
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import tar from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../server/factors/codes.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { addApplication, addWithDocuments } from '../build.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase, runStatement } from '../database.ts';
import { openCluster, serverPrograms } from '../postgres-cluster.ts';
import { type Cookie, cookieClient, type Product, startProduct } from '../product.ts';
import { checkPassed, runCommand } from '../program.ts';
import { openTestS3, s3Key } from '../s3.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-restore-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const files = () => ({ key: join(folder, 'identity.txt'), backup: join(folder, 'backup.age') });

async function newKey(file = files().key): Promise<string> {
  const { code, stdout, stderr } = await runCommand('backup-key', {}, file);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^age1[a-z0-9]{58}\n$/)]);
  expect(stderr).toBe(
    `The private key is in ${file}, and BACKUP_RECIPIENTS on the server is to be set to this public one:\n`,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  return stdout.trim();
}

const summary = (text: string) =>
  / (\d+) applications, (\d+) files, (\d+) problems\n$/.exec(text)?.slice(1).map(Number);

/** Adds a record with documents now and then until `isOver`. */
async function keepAdding(staff: Parameters<typeof addApplication>[0], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await addWithDocuments(staff);
    await sleep(500);
  }
}

const clerk = { name: 'Salma', email: 'salma@staff.example', password: 'nine loud geese land' };

/** Adds an account with a two-factor app; returns one of its recovery codes. */
async function addClerkWithApp(product: Product): Promise<string> {
  const owner = await product.staff();
  dataOf(await owner.call('addUser', { json: clerk }));
  const person = cookieClient(product.origin);
  dataOf(await person.call('login', { json: clerk }));
  const { secret } = dataOf(await person.call('startTotp'));
  const json = { code: codeOf(secret, Math.floor(Date.now() / 30_000)) };
  return dataOf(await person.call('enableTotp', { json })).recoveryCodes[0] ?? '';
}

interface BackedUp {
  counts: number[];
  known: string[];
  recoveryCode: string;
  /** What an applicant typed into the status check, and the cookies that it set. */
  triple: { search: string; search1: string; search2: string };
  cookies: ReadonlyMap<string, Cookie>;
}

async function backUpWhileStaffWork(environment: Record<string, string>): Promise<BackedUp> {
  const recipient = await newKey();
  const data = join(folder, 'data');
  const product = await startProduct(environment, data);
  try {
    const staff = await product.staff('admin');
    const { _id, passport, currentN, dob } = await addApplication(staff);
    const known = [_id, (await addApplication(staff))._id];
    const triple = { search: passport, search1: currentN, search2: dob };
    const cookies = new Map<string, Cookie>();
    expect(
      dataOf(await cookieClient(product.origin, cookies).call('enquiry', { json: triple })).applications,
    ).toHaveLength(1);
    const recoveryCode = await addClerkWithApp(product);
    let isOver = false;
    const adding = keepAdding(staff, () => isOver);
    const outcome = await runCommand(
      'backup',
      { DATA_DIR: data, BACKUP_RECIPIENTS: recipient, ...environment },
      files().backup,
    );
    isOver = true;
    await adding;
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const counts = summary(outcome.stdout) as number[];
    expect(counts[0]).toBeGreaterThanOrEqual(2);
    expect(counts[2]).toBe(0);
    return { counts, known, recoveryCode, triple, cookies };
  } finally {
    await product.stop();
  }
}

async function restoreAndUse(environment: Record<string, string>, backedUp: BackedUp) {
  const { counts, known, recoveryCode, triple, cookies } = backedUp;
  const { key, backup } = files();
  const place = { DATA_DIR: join(folder, 'new'), ...environment };
  const checked = await runCommand('restore', place, backup, '--check', '--identity', key);
  expect([checked.code, summary(checked.stdout)]).toEqual([0, counts]);
  const restored = await runCommand('restore', { ...place, BACKUP_IDENTITY: key }, backup);
  expect([restored.stderr, summary(restored.stdout)]).toEqual(['', counts]);
  expect(await runCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
  // The audit log verifies against the checkpoints of the old place, whatever key and engine the new one has.
  const verified = await runCommand('audit-verify', place);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/\n\d+ entries, 0 problems\n$/)]);
  const again = await runCommand('restore', place, backup, '--identity', key);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/is not empty, and a restore replaces nothing/),
  ]);
  const product = await startProduct(environment, place.DATA_DIR);
  try {
    // Accounts keep their passwords and second factors; sessions are not restored.
    const staff = await product.staff('admin');
    for (const id of known) dataOf(await staff.call('application', { params: { id } }));
    const person = cookieClient(product.origin);
    expect(await person.call('login', { json: clerk })).toMatchObject({
      status: 401,
      error: { methods: ['totp', 'recovery'] },
    });
    dataOf(await person.call('login', { json: { ...clerk, code: recoveryCode } }));
    // A copy that was open before is not; the next status check opens it.
    const applicant = cookieClient(product.origin, new Map(cookies));
    expect(dataOf(await applicant.call('granted')).applications).toEqual([]);
    dataOf(await applicant.call('enquiry', { json: triple }));
    expect(dataOf(await applicant.call('granted')).applications.map(({ _id }) => _id)).toEqual([known[0]]);
    const { _id, image } = await addApplication(staff);
    expect(known).not.toContain(_id);
    expect(image).not.toBeNull();
  } finally {
    await product.stop();
  }
  // New checkpoints continue the tree of the backup.
  const kept = join(place.DATA_DIR, 'checkpoints');
  const later = await runCommand('audit-verify', place, '--checkpoint', kept);
  expect([later.code, later.stdout]).toEqual([0, expect.stringMatching(/\n\d+ entries, 0 problems\n$/)]);
  expect(Number.parseInt(later.stdout.split('\n').at(-2) ?? '', 10)).toBeGreaterThan(
    Number.parseInt(verified.stdout.split('\n').at(-2) ?? '', 10),
  );
}

test('a backup made while staff work is restored on the same engine, and a backup needs a recipient', async () => {
  const backedUp = await backUpWhileStaffWork({});
  await restoreAndUse({}, backedUp);
  const { code, stderr } = await runCommand('backup', { DATA_DIR: join(folder, 'new') }, join(folder, 'other.age'));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The backup has no recipient\. Set BACKUP_RECIPIENTS/)]);
});

describe('a record that was erased after the backup', () => {
  let made = '';
  let backup = '';
  let kept = '';
  let gone = '';
  let counts: number[] = [];
  /** The list of erased records, which the product keeps beside its backups, too. */
  const list = () => join(made, 'backups', 'erasures.ndjson');

  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'maplegate-erased-'));
    const backups = join(made, 'backups');
    const data = join(made, 'data');
    backup = join(backups, 'by-hand.age');
    const recipient = await newKey(join(made, 'identity.txt'));
    const product = await startProduct({ BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient }, data);
    try {
      const owner = await product.staff();
      kept = (await addApplication(owner))._id;
      gone = (await addApplication(owner))._id;
      const backedUp = await runCommand('backup', { DATA_DIR: data, BACKUP_RECIPIENTS: recipient }, backup);
      counts = summary(backedUp.stdout) ?? [];
      expect([backedUp.code, counts]).toEqual([0, [2, expect.any(Number), 0]]);
      const json = { reason: 'Asked for by letter' };
      dataOf(await owner.call('eraseApplication', { params: { id: gone }, json }));
    } finally {
      await product.stop();
    }
    // The machine is lost, and the disk of the backups is left.
    await rm(data, { recursive: true });
  });
  afterAll(() => rm(made, { recursive: true, force: true }));

  const place = () => ({ DATA_DIR: join(folder, 'new'), BACKUP_IDENTITY: join(made, 'identity.txt') });

  test('is named by --check and left out, by the list that --erasures names', async () => {
    // Without a list beside it.
    const alone = join(folder, 'backup.age');
    await cp(backup, alone);
    const [applications = 0, stored = 0] = counts;
    const without = await runCommand('restore', place(), alone, '--check');
    expect([without.code, without.stdout]).toEqual([0, expect.not.stringContaining('erased')]);
    const missing = await runCommand('restore', place(), alone, '--erasures', join(folder, 'none'));
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be read \(ENOENT\). Nothing was/),
    ]);
    expect(await readdir(folder)).not.toContain('new');

    const restored = await runCommand('restore', place(), alone, '--erasures', list());
    expect(restored.stdout).toMatch(/^1 applications that were erased since are left out\.\n/);
    // The photo and its thumbnail go with the record.
    expect([restored.code, summary(restored.stdout)]).toEqual([0, [applications - 1, stored - 2, 0]]);
    expect(await runCommand('check', place())).toMatchObject({ code: 0, stdout: checkPassed });
    const again = await startProduct({}, place().DATA_DIR);
    try {
      const staff = await again.staff();
      dataOf(await staff.call('application', { params: { id: kept } }));
      expect(await staff.call('application', { params: { id: gone } })).toMatchObject({ status: 404 });
    } finally {
      await again.stop();
    }
  });

  test('is left out by the list beside the backup, and one that cannot be understood is refused before anything is written', async () => {
    const lines = await readFile(list(), 'utf8');
    const unknown = `{"record":"${kept}"}\n`;
    await writeFile(list(), lines + unknown);
    for (const more of [['--check'], []]) {
      const stderr = `The list of erased records ${list()} has a line 2 that cannot be understood.\n`;
      expect(await runCommand('restore', place(), backup, ...more)).toEqual({ code: 1, stdout: '', stderr });
    }
    expect(await readdir(folder)).not.toContain('new');
    await writeFile(list(), lines);

    const checked = await runCommand('restore', place(), backup, '--check');
    expect([checked.code, summary(checked.stdout)]).toEqual([0, counts]);
    expect(checked.stdout).toContain(`A restore would leave out 1 applications that were erased since: ${gone}.\n`);
    const restored = await runCommand('restore', place(), backup);
    expect(restored.stdout).toMatch(/^1 applications that were erased since are left out\.\n/);
    expect([restored.code, summary(restored.stdout)?.[0]]).toEqual([0, 1]);
    const database = new BetterSqlite(join(place().DATA_DIR, 'maplegate.db'), { readonly: true });
    expect(database.prepare('select id from application').all()).toEqual([{ id: kept }]);
    database.close();
    // The new place keeps the list, so that a later restore leaves the record out, too.
    expect(await readFile(join(place().DATA_DIR, 'erasures.ndjson'), 'utf8')).toBe(lines);
  });
});

test('npm run backup with --plain needs no recipient, and other programs and a restore read the file without an identity', async () => {
  const { backup } = files();
  const data = join(folder, 'data');
  const product = await startProduct({}, data);
  const staff = await product.staff();
  const { _id: id, passport } = await addWithDocuments(staff);
  const backedUp = await runCommand('backup', { DATA_DIR: data }, backup, '--plain');
  await product.stop();
  expect([backedUp.code, backedUp.stderr, summary(backedUp.stdout)?.[2]]).toEqual([0, '', 0]);
  const names: string[] = [];
  for await (const entry of createReadStream(backup).pipe(tar.extract())) {
    names.push(entry.header.name);
    entry.resume();
  }
  const stored = names.filter((name) => name.startsWith('files/'));
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'tables/application.ndjson']));
  expect(stored).toHaveLength(summary(backedUp.stdout)?.[1] ?? 0);
  expect((await readFile(backup)).includes(passport)).toBe(true);

  const place = { DATA_DIR: join(folder, 'new') };
  const restored = await runCommand('restore', place, backup);
  expect([restored.code, summary(restored.stdout)]).toEqual([0, summary(backedUp.stdout)]);
  expect(await runCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
  const database = new BetterSqlite(join(place.DATA_DIR, 'maplegate.db'), { readonly: true });
  expect(database.prepare('select id from application').all()).toEqual([{ id }]);
  database.close();
});

test('npm run backup-key never writes over a file', async () => {
  await newKey();
  const before = await readFile(files().key, 'utf8');
  const { code, stderr } = await runCommand('backup-key', {}, files().key);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is a file .* already/)]);
  expect(await readFile(files().key, 'utf8')).toBe(before);
});

test.skipIf(!serverPrograms)('from SQLite and the disk to PostgreSQL and a bucket, under another key', async () => {
  const backedUp = await backUpWhileStaffWork({});
  const s3 = await openTestS3();
  const cluster = await openCluster();
  try {
    const database = await createDatabase(cluster.url);
    const settings = {
      ...s3Key,
      DATABASE_URL: database.url,
      STORAGE_URL: (await s3.newBucket()).url,
      SECRET_KEY: 'another key for tests, no secret at all',
    };
    const place = { DATA_DIR: join(folder, 'new'), BACKUP_IDENTITY: files().key };
    const refused = async (environment: Record<string, string>) => {
      const { code, stderr } = await runCommand('restore', { ...place, ...environment }, files().backup);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/ is not empty, and a restore replaces nothing/)]);
    };
    // A folder whose records would be there beside the restored ones.
    await mkdir(join(folder, 'database alone'));
    await cp(join(folder, 'data', 'maplegate.db'), join(folder, 'database alone', 'maplegate.db'));
    await refused({ ...settings, DATA_DIR: join(folder, 'database alone') });
    await cp(join(folder, 'data', 'files'), join(folder, 'files alone', 'files'), { recursive: true });
    await refused({ ...settings, DATA_DIR: join(folder, 'files alone') });
    await runStatement(database.url, 'create table invoice (number integer)');
    await refused(settings);
    await runStatement(database.url, 'drop table invoice');
    await restoreAndUse(settings, backedUp);
  } finally {
    await cluster.close();
    await s3.close();
  }
});

describe('the backups that the product makes by itself', () => {
  const untilIn = async (folder: string, isDone: (names: string[]) => boolean): Promise<string[]> => {
    let names: string[] = [];
    await expect
      .poll(async () => {
        names = await readdir(folder).catch(() => []);
        return isDone(names);
      })
      .toBe(true);
    return names.filter((name) => name.endsWith('.age'));
  };

  test('are made soon after the start and verified, and only the super admin can see their state', async () => {
    const recipient = await newKey();
    const backups = join(folder, 'backups');
    const environment = { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient };
    const product = await startProduct(environment, join(folder, 'data'));
    try {
      const owner = await product.staff();
      await addApplication(owner);
      const state = async () => dataOf(await owner.call('system')).backup;
      await expect.poll(async () => (await state()).last !== null).toBe(true);
      const [name = ''] = await untilIn(backups, (names) => names.some((one) => one.endsWith('.age')));
      const { last, problem, nextAt } = await state();
      expect([problem, last?.bytes]).toEqual([null, (await stat(join(backups, name))).size]);
      expect(Date.parse(nextAt ?? '') - Date.parse(last?.at ?? '')).toBe(24 * 3_600_000);
      expect(dataOf(await owner.call('applicationSummary')).backupLate).toBe(false);
      const clerk = await product.staff('admin');
      expect(await clerk.call('system')).toMatchObject({ ok: false, status: 403 });
      expect(dataOf(await clerk.call('applicationSummary')).backupLate).toBeNull();
      const checked = await runCommand('restore', {}, join(backups, name), '--check', '--identity', files().key);
      expect(checked.code).toBe(0);
    } finally {
      await product.stop();
    }
    const checkpoints = await readFile(join(backups, 'checkpoints'), 'utf8');
    expect(checkpoints).toBe(await readFile(join(folder, 'data', 'checkpoints'), 'utf8'));
    expect(checkpoints).toMatch(/^localhost:\d+\/audit\/[0-9a-f]{24}\n\d+\n.{44}\n\n— /);
  });

  test('that fail leave nothing and are reported, and the oldest one over the limit is removed after a good one', async () => {
    const recipient = await newKey();
    const backups = join(folder, 'backups');
    const data = join(folder, 'data');
    await (await openResources(readSettings({ DATA_DIR: data }), createLog('error'))).close();
    const environment = { DATA_DIR: data, BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient, BACKUP_KEEP: '2' };
    await writeFile(backups, 'a file where the folder belongs');
    const failed = await runCommand('scheduled-backup', environment);
    expect(failed.stdout).toMatch(
      /"problem":"folder_unusable".*of BACKUP_DIR cannot be made or written \(EEXIST\)\..*no backup could be made/,
    );
    // The next attempt is within the hour, so not yet.
    await rm(backups);
    expect((await runCommand('scheduled-backup', environment)).stdout).toBe('');
    const database = new BetterSqlite(join(data, 'maplegate.db'));
    database.exec("delete from setting where name = 'backup-problem'");
    await mkdir(backups);
    const old = ['01', '02', '03'].map((day) => `maplegate-2026-01-${day}T00-00-00-000Z.age`);
    for (const name of [...old, 'maplegate-2026-01-04T00-00-00-000Z.age.unfinished', 'mine.age'])
      await writeFile(join(backups, name), '');
    const backedUp = await runCommand('scheduled-backup', environment);
    expect(backedUp.stdout).toMatch(/a backup was made and read back/);
    const names = (await readdir(backups)).sort();
    expect(names).toEqual([old[2], expect.stringMatching(/^maplegate-20\d\d-.*Z\.age$/), 'mine.age']);
    // Two processes that find a backup due at the same time make one.
    database.exec("delete from setting where name = 'backup-last'");
    database.close();
    const both = await Promise.all([1, 2].map(() => runCommand('scheduled-backup', environment)));
    expect(both.map(({ stdout }) => stdout).filter((text) => text.includes('a backup was made'))).toHaveLength(1);
  });
});
