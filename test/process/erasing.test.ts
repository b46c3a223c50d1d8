/** What is left of an erased record goes when the product runs again, whatever kept it from going before. */
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { diskPath } from '../../server/storage/disk.ts';
import { addApplication } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { startProduct } from '../product.ts';
import { checkPassed } from '../program.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-erasing-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The settings that name files which are still to be removed. */
function leftToRemove(): unknown[] {
  const database = new BetterSqlite(join(folder, 'maplegate.db'), { readonly: true });
  try {
    return database.prepare("select name from setting where name like 'erased-files %'").pluck().all();
  } finally {
    database.close();
  }
}

test('the files of an erased record that could not be removed are removed by the next product that starts', async () => {
  const files = join(folder, 'files');
  const product = await startProduct({}, folder);
  const owner = await product.staff();
  const { _id: id, image } = await addApplication(owner);
  const name = image?.split('/').at(-1) ?? '';
  const path = diskPath(files, name);
  // A folder in the place of the file cannot be removed as one.
  await rename(path, `${path}.aside`);
  await mkdir(path);
  dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for by letter' } }));
  await product.kill();
  expect(leftToRemove()).toHaveLength(1);
  await rmdir(path);
  await rename(`${path}.aside`, path);

  const again = await startProduct({}, folder);
  try {
    // Not through the database: constant reading there would prevent the product from rewriting it.
    const left = async () =>
      (await readdir(files, { recursive: true })).filter((one) => one.includes(name.slice(0, limits.idLength)));
    await expect.poll(left, { interval: 200 }).toEqual([]);
    await expect.poll(leftToRemove, { interval: 500 }).toEqual([]);
    expect(again.output()).not.toContain('"level":50');
    expect(await hostCommand('check', { DATA_DIR: folder })).toMatchObject({ code: 0, stdout: checkPassed });
  } finally {
    await again.stop();
  }
});
