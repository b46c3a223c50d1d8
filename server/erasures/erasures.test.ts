/** The list of erased records on several nodes that share a database, but no folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { settingsWithPrefix } from '../db/settings-table.ts';
import { completeErasureLists, ownErasures } from './erasures.ts';

const daySeconds = 86_400;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-node-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

onEachEngine('the list of erased records', (open) => {
  test('has a line with its hash on every node that looks within a week, and without it on one that looks later', async () => {
    const SECRET_KEY = 'a key of the tests, 32 bytes and more';
    const first = await open({ environment: { SECRET_KEY } });
    const owner = await first.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for by letter' } }));
    const lines = await ownErasures(first.settings);
    expect(lines).toEqual([{ id, at: expect.any(String), passports: [expect.stringMatching(/^[0-9a-f]{32}$/)] }]);

    const nodeInFolder = async () => open({ beside: first, environment: { SECRET_KEY, DATA_DIR: await newFolder() } });
    const second = await nodeInFolder();
    first.clock.advance(6 * daySeconds);
    for (const node of [first, second]) {
      await completeErasureLists(systemContext(node));
      expect(await ownErasures(node.settings)).toEqual(lines);
    }

    first.clock.advance(2 * daySeconds);
    await completeErasureLists(systemContext(first));
    expect(await settingsWithPrefix(first.database.db, 'erased-line')).toEqual([]);
    const third = await nodeInFolder();
    for (const node of [first, third]) await completeErasureLists(systemContext(node));
    expect(await ownErasures(first.settings)).toEqual(lines);
    expect(await ownErasures(third.settings)).toEqual([{ id, at: lines[0]?.at, passports: [] }]);
  });
});
