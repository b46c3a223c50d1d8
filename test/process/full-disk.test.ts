/** The product whose embedded database, files and log are on a disk that fills up to its last byte. */
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { type CallResult, createClient } from '../../contract/client.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { addApplication, buildFields, buildNoise, formOf } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { startProduct, superAdmin } from '../product.ts';
import { checkPassed, runCommand, runProduct } from '../program.ts';
import { insertApplications } from '../rows.ts';
import { fillUp, mountSmallDisk } from '../small-disk.ts';

const noRoom = { code: 'disk_full', message: 'There is no room left to store this. Nothing was changed.' };
const writesMax = 5_000;
/** Files that are unrelated to the product: one from the beginning, and one that fills the rest. */
const [others, ballast] = ['others', 'ballast'];

test('a full disk: writes fail with an error and change nothing, reads go on, and free space helps without a restart', async ({
  skip,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-full-'));
  const unmount = mountSmallDisk(folder, '32m');
  if (!unmount) return skip('needs the right to mount');
  const log = openSync(join(folder, 'log'), 'a');
  const product = await startProduct({}, folder, { log });
  try {
    await writeFile(join(folder, others), Buffer.alloc(18 * 1024 * 1024));
    const staff = await product.staff();
    const decided = await addApplication(staff);
    const scan = await buildNoise(700, 900);
    const add = () => staff.call('addApplication', { form: formOf(buildFields(), { image: scan }) });
    const note = 'n'.repeat(1_000);
    const decide = () => staff.call('approve', { params: { id: decided._id }, json: { note } });
    const known = new Map([[decided._id, decided]]);
    const remember = (application: Application) => known.set(application._id, application);
    for (const application of await untilNoRoom(add)) remember(application);
    // The database frees space that it no longer needs, so the disk is filled before every write.
    const fillAndDecide = () => {
      fillUp(join(folder, ballast));
      return decide();
    };
    for (const application of await untilNoRoom(fillAndDecide)) remember(application);

    const read = async (path: string) => {
      const answer = await fetch(product.origin + path, { headers: { cookie: staff.cookie } });
      return [answer.status, (await answer.arrayBuffer()).byteLength > 0];
    };
    const visitor = createClient((path, init) => fetch(product.origin + path, init));
    const expectReads = async (ready: 200 | 503) => {
      // The check runs twice a second.
      await expect.poll(() => read('/readyz')).toEqual([ready, true]);
      for (const application of known.values()) {
        const found = dataOf(await staff.call('application', { params: { id: application._id } }));
        expect(found).toMatchObject(application);
        expect(await read(application.image ?? '')).toEqual([200, true]);
      }
      expect(dataOf(await staff.call('applications')).totalApplication).toBe(known.size);
      for (const path of ['/', '/enquiry', '/healthz']) expect(await read(path)).toEqual([200, true]);
      const { passport: search, currentN: search1, dob: search2 } = decided;
      const enquiry = dataOf(await visitor.call('enquiry', { json: { search, search1, search2 } }));
      expect(enquiry.applications).toHaveLength(1);
    };
    await expectReads(503);
    const full = (await (await fetch(`${product.origin}/readyz`)).json()) as { code: string };
    expect(full.code).toBe('no_room');
    const { email, password } = superAdmin;
    expectNoRoom(await visitor.call('login', { json: { email, password } }));
    expectNoRoom(await add());
    expectNoRoom(await decide());
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    await expectReads(503);

    for (const name of [others, ballast]) await rm(join(folder, name));
    for (const write of [add, decide]) remember(dataOf(await write()));
    dataOf(await visitor.call('login', { json: { email, password } }));
    await expectReads(200);
    expect(await hostCommand('check', { DATA_DIR: folder })).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
  } finally {
    await product.stop();
    closeSync(log);
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);

/** Repeats the write until the disk is full; returns what was answered before. */
async function untilNoRoom(work: () => Promise<CallResult<Application>>): Promise<Application[]> {
  const done: Application[] = [];
  for (let at = 0; at < writesMax; at++) {
    const result = await work();
    if (!result.ok) {
      expectNoRoom(result);
      return done;
    }
    done.push(result.data);
  }
  throw new Error('The disk did not fill up.');
}

function expectNoRoom(result: CallResult<unknown>): void {
  expect([result.status, result.ok ? result.data : result.error]).toMatchObject([507, noRoom]);
}

test('a start and a command on a full disk say so in one sentence', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-full-'));
  const unmount = mountSmallDisk(folder, '16m');
  if (!unmount) return skip('needs the right to mount');
  const environment = { DATA_DIR: join(folder, 'data') };
  const stderr =
    'The disk is full, so nothing can be written to DATA_DIR or to the database. Make room and start again; nothing that was stored is lost.\n';
  const refusedStart = { code: 1, stdout: expect.stringMatching(/^\{.*"msg":"starting".*\}\n$/), stderr };
  try {
    fillUp(join(folder, ballast));
    expect(await runProduct(environment)).toEqual(refusedStart);
    await rm(join(folder, ballast));
    await (await openResources(readSettings(environment), createLog('silent'))).close();
    fillUp(join(folder, ballast));
    expect(await runProduct(environment)).toEqual(refusedStart);
    expect(await runCommand('setup-code', environment)).toEqual({ code: 1, stdout: '', stderr });
    await rm(join(folder, ballast));
    expect(await hostCommand('check', environment)).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
  } finally {
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
});

test('npm run backup-key onto a full disk leaves no file in the way of the next attempt', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-full-'));
  const unmount = mountSmallDisk(folder, '64k');
  if (!unmount) return skip('needs the right to mount');
  const key = join(folder, 'backup.key');
  try {
    fillUp(join(folder, ballast));
    const stderr = `The disk of ${folder} is full. No key was made.\n`;
    expect(await hostCommand('backup-key', {}, key)).toEqual({ code: 1, stdout: '', stderr });
    expect(await readdir(folder)).toEqual([ballast]);
    await rm(join(folder, ballast));
    expect(await hostCommand('backup-key', {}, key)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^age1\w+\n$/),
    });
  } finally {
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
});

test('npm run backup onto a full disk names that disk, leaves no half file and changes nothing', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-full-'));
  const backups = join(folder, 'backups');
  const unmount = mountSmallDisk(backups, '512k');
  if (!unmount) return skip('needs the right to mount');
  const data = join(folder, 'data');
  const backup = () => hostCommand('backup', { DATA_DIR: data }, join(backups, 'backup.tar'), '--plain');
  try {
    const resources = await openResources(readSettings({ DATA_DIR: data }), createLog('silent'));
    await insertApplications(resources, 1_000);
    await resources.close();
    fillUp(join(backups, ballast));
    const stderr = `The disk of ${backups} or of DATA_DIR is full. No backup was made, and the incomplete file was removed.\n`;
    expect(await backup()).toEqual({ code: 1, stdout: '', stderr });
    expect(await readdir(backups)).toEqual([ballast]);
    // Now it begins, and the disk fills up while it is written.
    await rm(join(backups, ballast));
    expect(await backup()).toEqual({ code: 1, stdout: '', stderr });
    expect(await readdir(backups)).toEqual([]);
    expect(await hostCommand('check', { DATA_DIR: data })).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
  } finally {
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
});
