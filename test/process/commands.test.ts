import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../contract/client.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { codeOf } from '../../server/factors/codes.ts';
import { addApplication } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { bareEnvironment, endsWithParent, type Product, startProduct, superAdmin } from '../product.ts';
import { checkPassed, runCommand } from '../program.ts';

let folder = '';
let data = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-commands-'));
  data = join(folder, 'data');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Entry {
  id: string;
  sequence: number;
  at: string;
  actor_name: string;
}

const command = (name: string, ...args: string[]) => runCommand(name, { DATA_DIR: data }, ...args);
const hosted = (name: string, ...args: string[]) => hostCommand(name, { DATA_DIR: data }, ...args);

test('npm run check where no database is says so and makes none, and so do the other commands', async () => {
  const refused = {
    code: 1,
    stdout: '',
    stderr: `There is no database in ${data}. Set DATA_DIR as for npm start; nothing was made.\n`,
  };
  expect(await command('check')).toEqual(refused);
  for (const [name, ...args] of [
    ['setup-code'],
    ['reset-password', superAdmin.email],
    ['reset-factors', superAdmin.email],
    ['audit-verify'],
    ['backup', join(folder, 'backup.tar'), '--plain'],
  ] as const)
    expect(await hosted(name, ...args), name).toEqual(refused);
  expect(await readdir(folder)).toEqual([]);
});

/** Runs a command whose output is a full disk, or a pipe that nobody reads. */
async function withLostOutput(place: 'pipe' | 'full disk', name: string, ...args: string[]) {
  const stdout = place === 'pipe' ? 'pipe' : openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [...endsWithParent, `server/commands/${name}.ts`, ...args], {
    env: { ...bareEnvironment, DATA_DIR: data },
    stdio: ['ignore', stdout, 'pipe'],
  });
  child.stdout?.destroy();
  if (typeof stdout === 'number') closeSync(stdout);
  let stderr = '';
  child.stderr?.on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test('a command whose result cannot be printed says that it was done, and reset-password that it is to be run again', async () => {
  const environment = { SUPER_ADMIN_PASSWORD: superAdmin.password };
  await (await startProduct(environment, data)).stop();
  const sentence = 'The command was done, but its result could not be printed.';
  for (const place of ['pipe', 'full disk'] as const)
    expect(await withLostOutput(place, 'check')).toEqual({ code: 1, stderr: `${sentence}\n` });
  expect(await withLostOutput('full disk', 'reset-password', superAdmin.email)).toEqual({
    code: 1,
    stderr: `${sentence} Run it again: nobody has seen the new password, and the former one no longer signs in.\n`,
  });
  await rm(data, { recursive: true });
});

const names = Object.values(packageFile.scripts).flatMap((script) => /commands\/(.+)\.ts$/.exec(script)?.[1] ?? []);

test('each command answers --help with its usage, refuses arguments that it does not know, and opens nothing for either', async () => {
  for (const name of names) {
    const usage = expect.stringMatching(RegExp(`^Usage: npm run ${name}\\b.*\\n$`));
    expect(await hosted(name, '--help')).toEqual({ code: 0, stdout: usage, stderr: '' });
    for (const args of [['--unknown'], ['one', 'two']])
      expect(await hosted(name, ...args)).toEqual({ code: 1, stdout: '', stderr: usage });
  }
  expect(names.length).toBeGreaterThan(10);
  expect(await readdir(folder)).toEqual([]);
});

describe('where a product runs', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({}, data);
  });
  afterAll(() => product?.stop());

  test('npm run setup-code makes a new code while there is no super admin, and none after', async () => {
    const first = await product.setupCode();
    const { code, stdout } = await command('setup-code');
    expect([code, stdout]).toEqual([0, expect.stringContaining(join(data, 'setup-code'))]);
    expect(await product.setupCode()).not.toBe(first);
    await product.staff();
    expect(await hosted('setup-code')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is a super admin already.'),
    });
  });

  test('npm run check finds a lost file and says whose it is, beside the running product', async () => {
    const { _id, givenN, surname, image } = await addApplication(await product.staff());
    expect(await hosted('check')).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
    const name = image?.split('/').at(-1) ?? '';
    await rm(join(data, 'files', name.slice(0, 2), name));
    expect(await command('check')).toEqual({
      code: 1,
      stdout: '',
      stderr: `The file ${name} has a row and no bytes. It is the photo of ${givenN} ${surname}, application ${_id}. Bring it back from a backup (docs/operations.md, “A lost file”), or replace it in the office.\n1 problem.\n`,
    });
  });

  test('npm run audit-verify names an entry that was altered in the database and ends with 1, beside the running product', async () => {
    const staff = await product.staff();
    const { _id } = await addApplication(staff);
    const { entries } = dataOf(await staff.call('system')).audit;
    await expect.poll(async () => dataOf(await staff.call('auditTree')).entries).toBe(entries);
    const whole = {
      code: 0,
      stdout: expect.stringMatching(/^Signed by .+\n\d+ entr(?:y|ies), 0 problems\n$/),
      stderr: '',
    };
    expect(await hosted('audit-verify')).toEqual(whole);
    const database = new BetterSqlite(join(data, 'maplegate.db'));
    try {
      const entry = database
        .prepare('select id, sequence, at, actor_name from audit where record = ?')
        .get(_id) as Entry;
      const rename = database.prepare('update audit set actor_name = ? where id = ?');
      rename.run('Somebody else', entry.id);
      const { code, stdout } = await command('audit-verify');
      const named = `(${entry.id}, number ${entry.sequence}, ${entry.at}) was changed: it is not what was signed.\n`;
      expect([code, stdout.replace(/^Signed by .+\nEntry \d+ /, '')]).toEqual([1, named]);
      rename.run(entry.actor_name, entry.id);
      expect(await hosted('audit-verify')).toEqual(whole);
    } finally {
      database.close();
    }
  });

  test('npm run audit-verify says that a file of --checkpoint is missing, cannot be read or holds no checkpoint', async () => {
    const [missing, empty] = [join(folder, 'missing'), join(folder, 'empty')];
    await writeFile(empty, '');
    const verify = (file: string) => hosted('audit-verify', '--checkpoint', file);
    expect(await verify(missing)).toEqual({ code: 1, stdout: '', stderr: `There is no file ${missing}.\n` });
    const unreadable = { code: 1, stdout: '', stderr: `The file ${folder} cannot be read (EISDIR).\n` };
    expect(await verify(folder)).toEqual(unreadable);
    const { code, stdout } = await verify(empty);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`\n${empty} holds no checkpoint.\n`)]);
  });

  test('npm run backup and restore say which file cannot be written or read, and that a folder is in its place', async () => {
    const [nowhere, inFile] = [join(folder, 'nowhere', 'backup.tar'), join(data, 'secret.key', 'backup.tar')];
    for (const [file, stderr] of [
      [nowhere, `The file ${nowhere} cannot be written (ENOENT).\n`],
      [inFile, `The file ${inFile} cannot be written (ENOTDIR).\n`],
      [folder, `There is a file or a folder ${folder} already. Nothing was written.\n`],
    ] as const)
      expect(await hosted('backup', file, '--plain')).toEqual({ code: 1, stdout: '', stderr });
    const backup = join(folder, 'backup.tar');
    for (const [args, stderr] of [
      [[nowhere], `The backup ${nowhere} cannot be read (ENOENT).\n`],
      [[folder], `The backup ${folder} cannot be read (EISDIR).\n`],
      [[backup, '--identity', folder], `The identity ${folder} cannot be read (EISDIR).\n`],
      [[backup, '--erasures', folder], `The list of erased records ${folder} cannot be read (EISDIR).\n`],
    ] as const)
      expect(await hosted('restore', '--check', ...args)).toEqual({ code: 1, stdout: '', stderr });
  });

  test('npm run reset-factors takes the factors away and reset-password sets a password, beside the running product', async () => {
    const staff = await product.staff();
    const without = await hosted('reset-factors', superAdmin.email);
    expect([without.code, without.stderr]).toEqual([
      1,
      'The account with this e-mail has no second factor. Nothing was changed.\n',
    ]);
    const { secret } = dataOf(await staff.call('startTotp'));
    const code = codeOf(secret, Math.floor(Date.now() / 30_000));
    dataOf(await staff.call('enableTotp', { json: { code } }));
    const nobody = await hosted('reset-factors', 'nobody@maplegate.example');
    expect([nobody.code, nobody.stderr]).toEqual([1, 'No account has this e-mail. Nothing was changed.\n']);
    expect(await command('reset-factors', superAdmin.email)).toMatchObject({ code: 0, stderr: '' });
    expect((await staff.call('me')).status).toBe(401);
    const again = await product.staff();
    expect(dataOf(await again.call('factors'))).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    const unknown = await hosted('reset-password', 'nobody@maplegate.example');
    expect([unknown.code, unknown.stderr]).toEqual([1, 'No account has this e-mail. Nothing was changed.\n']);
    const reset = await command('reset-password', superAdmin.email);
    const password = /shown this once: (\S+)\n/.exec(reset.stdout)?.[1] ?? '';
    expect([reset.code, password.length]).toEqual([0, 20]);
    expect((await again.call('me')).status).toBe(401);
    const visitor = createClient((path, init) => fetch(product.origin + path, init));
    const login = (typed: string) => visitor.call('login', { json: { email: superAdmin.email, password: typed } });
    expect([(await login(superAdmin.password)).status, (await login(password)).status]).toEqual([401, 200]);
  });
});
