/** The commands on a log with more checkpoints than the given memory could hold. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leafOf, macOf } from '../../server/audit-tree/leaf.ts';
import { leafHash, MerkleTree } from '../../server/audit-tree/merkle.ts';
import { signingKey, signNote } from '../../server/audit-tree/signed-note.ts';
import type { TreeState } from '../../server/audit-tree/tree-state.ts';
import { systemContext } from '../../server/context.ts';
import { putSetting } from '../../server/db/settings-table.ts';
import { newId } from '../../server/identifiers.ts';
import { createLog } from '../../server/log.ts';
import { databaseFile, openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { runProgram } from '../program.ts';

const entries = 80_000;
/** Enough for the program itself, and too little for that many checkpoints. */
const heap = '--max-old-space-size=56';
const origin = 'localhost:3000/audit/many';
const at = '2026-03-10T06:00:00.000Z';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-many-checkpoints-'));
  file = join(folder, 'checkpoints');
  const settings = readSettings({ DATA_DIR: folder });
  const resources = await openResources(settings, createLog('error'));
  const ctx = systemContext(resources);
  const database = new BetterSqlite(databaseFile(settings));
  try {
    const state = await makeLog(database, ctx.keys);
    await putSetting(ctx.db, 'audit-tree', ctx.keys.sign('audit tree', state));
  } finally {
    database.close();
    await resources.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A log with a checkpoint after each of its entries. */
async function makeLog(database: BetterSqlite.Database, keys: Parameters<typeof macOf>[0]): Promise<TreeState> {
  const insertEntry = database.prepare(
    'insert into audit (sequence, id, at, action, fields, mac) values (?, ?, ?, ?, ?, ?)',
  );
  const insertLeaf = database.prepare('insert into audit_leaf (position, sequence, hash) values (?, ?, ?)');
  const insertCheckpoint = database.prepare('insert into audit_checkpoint (size, at, note) values (?, ?, ?)');
  const key = signingKey(keys.audit);
  // One signature for all: it is verified only where a checkpoint contradicts the tree.
  const [, signatures = ''] = signNote('text\n', origin, key).split('\n\n');
  const tree = new MerkleTree();
  database.transaction(() => {
    for (let sequence = 1; sequence <= entries; sequence++) {
      const entry = { id: newId(), at, action: 'slide.added', fields: '[]', record: null, detail: null };
      const written = { ...entry, actorId: null, actorName: null };
      insertEntry.run(sequence, entry.id, at, entry.action, entry.fields, macOf(keys, written));
      const hash = leafHash(leafOf({ ...written, sequence }));
      tree.append(hash);
      insertLeaf.run(sequence - 1, sequence, hash.toString('base64'));
      const root = tree.root().toString('base64');
      insertCheckpoint.run(sequence, at, `${origin}\n${sequence}\n${root}\n\n${signatures}`);
    }
  })();
  return {
    ...{ origin, size: entries, through: entries, withoutMacThrough: 0 },
    edge: tree.edge.map((hash) => hash.toString('base64')),
    keys: [key.publicKey.toString('base64')],
  };
}

const inLittleMemory = (...args: string[]) => runProgram([heap, ...args], { DATA_DIR: folder });

const appending = `
  import { appendCheckpoints } from './server/audit-tree/checkpoint-files.ts';
  import { systemContext } from './server/context.ts';
  import { createLog } from './server/log.ts';
  import { openResources } from './server/resources.ts';
  import { readSettings } from './server/settings.ts';
  const resources = await openResources(readSettings(process.env), createLog('error'));
  await appendCheckpoints(systemContext(resources), process.env.DATA_DIR + '/checkpoints');
  await resources.close();
`;

test('a node that has no checkpoints yet appends any number of them in little memory', async () => {
  const appended = await inLittleMemory('--input-type=module', '-e', appending);
  expect(appended).toEqual({ code: 0, stdout: '', stderr: '' });
  const sizes = (await readFile(file, 'utf8')).split('\n').filter((line) => /^\d+$/.test(line));
  expect(sizes).toHaveLength(entries);
  expect(sizes.every((size, index) => Number(size) === index + 1)).toBe(true);
});

test('npm run audit-verify compares any number of checkpoints in little memory, and names a false one', async () => {
  const text = await readFile(file, 'utf8');
  // Another copy behind the first, as somebody may put them together, is compared from its own beginning. Its last root
  // is another one, so that all others are compared before it is found.
  const root = text.split('\n').at(-5) ?? '';
  const last = text.lastIndexOf(root);
  await writeFile(file, `${text}${text.slice(0, last)}${'A'.repeat(43)}=${text.slice(last + root.length)}`);
  const { code, stdout } = await inLittleMemory('server/commands/audit-verify.ts');
  expect([code, stdout.replace(/^Signed by .+\n/, '')]).toEqual([
    1,
    `The checkpoint of ${entries} entries in ${file} has a wrong signature.\n`,
  ]);
});
