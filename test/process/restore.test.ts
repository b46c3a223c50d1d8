/** The owner's commands for backup and restore, beside a product at which staff work, and the scheduled backups. */
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import tar from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../server/factors/codes.ts';
import { addApplication, addWithDocuments } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase, runStatement } from '../database.ts';
import { hasSharedServer, openSharedServer } from '../postgres-cluster.ts';
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

async function newKey(file = files().key, run = hostCommand): Promise<string> {
  const { code, stdout, stderr } = await run('backup-key', {}, file);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^age1[a-z0-9]{58}\n$/)]);
  expect(stderr).toBe(
    `The private key is in ${file}, and BACKUP_RECIPIENTS on the server is to be set to this public one:\n`,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  return stdout.trim();
}

const summary = (text: string) =>
  / (\d+) applications?, (\d+) files?, (\d+) problems?\n$/.exec(text)?.slice(1).map(Number);

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
  const checked = await hostCommand('restore', place, backup, '--check', '--identity', key);
  expect([checked.code, summary(checked.stdout)]).toEqual([0, counts]);
  const restored = await runCommand('restore', { ...place, BACKUP_IDENTITY: key }, backup);
  expect([restored.stderr, summary(restored.stdout)]).toEqual(['', counts]);
  expect(await hostCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
  // The audit log verifies against the checkpoints of the old place, whatever key and engine the new one has.
  const verified = await hostCommand('audit-verify', place);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/\n\d+ entr(?:y|ies), 0 problems\n$/)]);
  const again = await hostCommand('restore', place, backup, '--identity', key);
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
  const later = await hostCommand('audit-verify', place, '--checkpoint', kept);
  expect([later.code, later.stdout]).toEqual([0, expect.stringMatching(/\n\d+ entr(?:y|ies), 0 problems\n$/)]);
  expect(Number.parseInt(later.stdout.split('\n').at(-2) ?? '', 10)).toBeGreaterThan(
    Number.parseInt(verified.stdout.split('\n').at(-2) ?? '', 10),
  );
}

test('a record that was erased after the backup is named by --check and left out; an unreadable list of the erased is refused at once', async () => {
  const [backups, data] = [join(folder, 'backups'), join(folder, 'data')];
  const backup = join(backups, 'by-hand.age');
  /** The list of erased records, which the product keeps beside its backups, too. */
  const list = join(backups, 'erasures.ndjson');
  const recipient = await newKey();
  const product = await startProduct({ BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient }, data);
  const owner = await product.staff();
  const kept = (await addApplication(owner))._id;
  const gone = (await addApplication(owner))._id;
  const backedUp = await hostCommand('backup', { DATA_DIR: data, BACKUP_RECIPIENTS: recipient }, backup);
  const counts = summary(backedUp.stdout) ?? [];
  expect([backedUp.code, counts]).toEqual([0, [2, expect.any(Number), 0]]);
  const json = { reason: 'Asked for by letter' };
  dataOf(await owner.call('eraseApplication', { params: { id: gone }, json }));
  await product.stop();
  // The machine is lost, and the disk of the backups is left.
  await rm(data, { recursive: true });
  const alone = join(folder, 'alone.age');
  await cp(backup, alone);
  const place = { DATA_DIR: join(folder, 'new'), BACKUP_IDENTITY: files().key };
  const restore = (...args: string[]) => hostCommand('restore', place, ...args);

  const lines = await readFile(list, 'utf8');
  await writeFile(list, `${lines}{"record":"${kept}"}\n`);
  for (const more of [['--check'], []]) {
    const stderr = `The list of erased records ${list} has a line 2 that cannot be understood.\n`;
    expect(await restore(backup, ...more)).toEqual({ code: 1, stdout: '', stderr });
  }
  await writeFile(list, lines);
  const missing = await restore(alone, '--erasures', join(folder, 'none'));
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/cannot be read \(ENOENT\). Nothing was/)]);
  const without = await restore(alone, '--check');
  expect([without.code, without.stdout]).toEqual([0, expect.not.stringContaining('erased')]);
  const checked = await restore(backup, '--check');
  expect([checked.code, summary(checked.stdout)]).toEqual([0, counts]);
  expect(checked.stdout).toContain(`A restore would leave out 1 application erased since: ${gone}.\n`);
  expect(await readdir(folder)).not.toContain('new');

  const [applications = 0, stored = 0] = counts;
  for (const args of [[backup], [alone, '--erasures', list]]) {
    const restored = await restore(...args);
    expect(restored.stdout).toMatch(/^Left out, because erased since: 1 application\.\n/);
    // The photo and its thumbnail go with the record.
    expect([restored.code, summary(restored.stdout)]).toEqual([0, [applications - 1, stored - 2, 0]]);
    expect(await hostCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
    expect(applicationsIn(place.DATA_DIR)).toEqual([{ id: kept }]);
    // The new place keeps the list, so that a later restore leaves the record out, too.
    expect(await readFile(join(place.DATA_DIR, 'erasures.ndjson'), 'utf8')).toBe(lines);
    await rm(place.DATA_DIR, { recursive: true });
  }
});

function applicationsIn(dataDir: string): unknown[] {
  const database = new BetterSqlite(join(dataDir, 'maplegate.db'), { readonly: true });
  const rows = database.prepare('select id from application').all();
  database.close();
  return rows;
}

test('a backup needs a recipient, or with --plain none: then other programs and a restore read it without an identity', async () => {
  const { backup } = files();
  const data = join(folder, 'data');
  const product = await startProduct({}, data);
  const staff = await product.staff();
  const { _id: id, passport } = await addWithDocuments(staff);
  const { code, stderr } = await hostCommand('backup', { DATA_DIR: data }, backup);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The backup has no recipient\. Set BACKUP_RECIPIENTS/)]);
  const backedUp = await hostCommand('backup', { DATA_DIR: data }, backup, '--plain');
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
  const restored = await hostCommand('restore', place, backup);
  expect([restored.code, summary(restored.stdout)]).toEqual([0, summary(backedUp.stdout)]);
  expect(await hostCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
  expect(applicationsIn(place.DATA_DIR)).toEqual([{ id }]);
  const again = await startProduct({}, place.DATA_DIR);
  try {
    dataOf(await (await again.staff()).call('application', { params: { id } }));
  } finally {
    await again.stop();
  }
});

test('npm run backup-key never writes over a file', async () => {
  await newKey(files().key, runCommand);
  const before = await readFile(files().key, 'utf8');
  const { code, stderr } = await hostCommand('backup-key', {}, files().key);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is a file .* already/)]);
  expect(await readFile(files().key, 'utf8')).toBe(before);
});

test.skipIf(!hasSharedServer)(
  'a backup made while staff work is restored, from SQLite and the disk to PostgreSQL and a bucket, under another key',
  async () => {
    const backedUp = await backUpWhileStaffWork({});
    const s3 = await openTestS3();
    const server = await openSharedServer();
    const database = await createDatabase(server.url);
    try {
      const settings = {
        ...s3Key,
        DATABASE_URL: database.url,
        STORAGE_URL: (await s3.newBucket()).url,
        SECRET_KEY: 'another key for tests, no secret at all',
      };
      const place = { DATA_DIR: join(folder, 'new'), BACKUP_IDENTITY: files().key };
      const refused = async (environment: Record<string, string>) => {
        const { code, stderr } = await hostCommand('restore', { ...place, ...environment }, files().backup);
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
      await database.drop();
      await server.close();
      await s3.close();
    }
  },
);

test('a backup is made by the product soon after its start and verified, and only the super admin can see its state', async () => {
  const recipient = await newKey();
  const backups = join(folder, 'backups');
  const environment = { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient };
  const product = await startProduct(environment, join(folder, 'data'));
  try {
    const owner = await product.staff();
    await addApplication(owner);
    const state = async () => dataOf(await owner.call('system')).backup;
    await expect.poll(async () => (await state()).last !== null, { timeout: 120_000 }).toBe(true);
    const [name = ''] = (await readdir(backups)).filter((one) => one.endsWith('.age'));
    const { last, problem, nextAt } = await state();
    expect([problem, last?.bytes]).toEqual([null, (await stat(join(backups, name))).size]);
    expect(Date.parse(nextAt ?? '') - Date.parse(last?.at ?? '')).toBe(24 * 3_600_000);
    expect(dataOf(await owner.call('applicationSummary')).backupLate).toBe(false);
    const clerk = await product.staff('admin');
    expect(await clerk.call('system')).toMatchObject({ ok: false, status: 403 });
    expect(dataOf(await clerk.call('applicationSummary')).backupLate).toBeNull();
    const checked = await hostCommand('restore', {}, join(backups, name), '--check', '--identity', files().key);
    expect(checked.code).toBe(0);
  } finally {
    await product.stop();
  }
  const checkpoints = await readFile(join(backups, 'checkpoints'), 'utf8');
  expect(checkpoints).toBe(await readFile(join(folder, 'data', 'checkpoints'), 'utf8'));
  expect(checkpoints).toMatch(/^localhost:\d+\/audit\/[0-9a-f]{24}\n\d+\n.{44}\n\n— /);
});
