/**
 * Everything that somebody with access to the database can do to the audit log, and how the verification reports it.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Random, randomFor } from '../../demo/random.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import { heldCheckpoints } from '../../test/held-checkpoints.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { insertRows } from '../backup/rows.db.ts';
import { type Context, inTransaction, systemContext } from '../context.ts';
import { getSetting, putSetting } from '../db/settings-table.ts';
import { newId } from '../identifiers.ts';
import { unverifiedContentOf } from '../keys.ts';
import { fileEntry, signCheckpoint } from './checkpoint.ts';
import { appendCheckpoints, checkpointFiles } from './checkpoint-files.ts';
import { leafOf, macOf } from './leaf.ts';
import { leafHash } from './merkle.ts';
import { signingKey } from './signed-note.ts';
import { readSigned, signEntries } from './tree.ts';
import { readTreeState, type TreeState } from './tree-state.ts';
import { verifyAudit } from './verify.ts';

const rounds = 20;
const entries = 40;
const stateName = 'audit-tree';

type Rows = Awaited<ReturnType<typeof rowsOf>>;

async function rowsOf({ db }: Context) {
  return {
    audit: await db.selectFrom('audit').selectAll().orderBy('sequence').execute(),
    auditLeaf: await db.selectFrom('auditLeaf').selectAll().orderBy('position').execute(),
    auditCheckpoint: await db.selectFrom('auditCheckpoint').selectAll().orderBy('size').execute(),
    state: (await getSetting(db, stateName)) as string,
  };
}

/** Replaces all rows, keeping their numbers even where the engine assigns numbers itself. */
async function writeRows(ctx: Context, { audit, auditLeaf, auditCheckpoint, state }: Rows): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    for (const table of ['audit', 'auditLeaf', 'auditCheckpoint'] as const) await db.deleteFrom(table).execute();
    const named = audit.map(({ actorId, actorName, ...row }) => ({ ...row, actor_id: actorId, actor_name: actorName }));
    await insertRows(db, { name: 'audit', isIncluded: true, orderBy: ['sequence'] }, named, ctx.database.engine);
    if (auditLeaf.length) await db.insertInto('auditLeaf').values(auditLeaf).execute();
    if (auditCheckpoint.length) await db.insertInto('auditCheckpoint').values(auditCheckpoint).execute();
    await putSetting(db, stateName, state);
  });
}

async function signedLog(harness: TestHarness) {
  const ctx = systemContext(harness);
  for (let number = 1; number <= entries; number++) {
    const actor = { id: newId(), name: `Clerk ${number}` };
    await writeAuditEntry(ctx, { action: 'user.changed', record: newId(), fields: ['name', 'email'], actor });
    if (number % 5 === 0) await signEntries(ctx);
  }
  await signEntries(ctx);
  const [file = ''] = checkpointFiles(ctx.settings);
  await appendCheckpoints(ctx, file);
  const text = await readFile(file, 'utf8');
  return { ctx, rows: await rowsOf(ctx), file, text, own: heldCheckpoints(file, text, false) };
}

const other = (hash: string) => leafHash(hash).toString('base64');
const hashed = (row: Rows['audit'][number]) => leafHash(leafOf(row)).toString('base64');

/** Leaves as an attacker would write them who knows how a leaf is made, in the order of the rows. */
const leavesFor = (audit: Rows['audit']) =>
  audit.map((row, position) => ({ position, sequence: row.sequence, hash: hashed(row) }));

type Tamper = (rows: Rows, random: Random) => string | null;

const changed: Tamper = (rows, random) => {
  const at = random.between(0, entries - 1);
  const row = rows.audit[at] as Rows['audit'][number];
  const column = random.pick(['at', 'actorId', 'actorName', 'action', 'record', 'fields', 'detail', 'id'] as const);
  Object.assign(row, { [column]: column === 'id' ? newId() : `${row[column] ?? ''}x` });
  if (random.chance(0.3)) rows.auditLeaf = leavesFor(rows.audit);
  return `entr.* ${at + 1}`;
};

const removed: Tamper = (rows, random) => {
  const at = random.between(0, entries - 2);
  rows.audit.splice(at, 1);
  const way = random.between(0, 2);
  if (way === 1) rows.auditLeaf.splice(at, 1);
  if (way === 2) rows.auditLeaf = leavesFor(rows.audit);
  return null;
};

const swapped: Tamper = (rows, random) => {
  const one = random.between(0, entries - 2);
  const another = random.between(one + 1, entries - 1);
  const [first, second] = [rows.audit[one], rows.audit[another]] as [Rows['audit'][number], Rows['audit'][number]];
  if (random.chance(0.5)) {
    rows.audit[one] = { ...second, sequence: first.sequence };
    rows.audit[another] = { ...first, sequence: second.sequence };
    if (random.chance(0.5)) rows.auditLeaf = leavesFor(rows.audit);
  } else {
    const leaves = rows.auditLeaf.map((leaf) => ({ ...leaf }));
    Object.assign(rows.auditLeaf[one] as object, { ...leaves[another], position: one });
    Object.assign(rows.auditLeaf[another] as object, { ...leaves[one], position: another });
  }
  return null;
};

const inserted: Tamper = (rows, random) => {
  const like = rows.audit[random.between(0, entries - 1)] as Rows['audit'][number];
  const isBefore = random.chance(0.3);
  const sequence = isBefore ? -random.between(0, 7) : (rows.audit.at(-1)?.sequence ?? 0) + random.between(1, 5);
  const mac = random.pick([null, like.mac, other('mac').slice(0, 32)]);
  const row = { ...like, id: newId(), sequence, mac };
  rows.audit.push(row);
  const way = random.between(0, 3);
  if (way === 1) rows.auditLeaf.push({ position: entries, sequence, hash: hashed(row) });
  // A leaf at a negative position, where nothing looks for one.
  if (way === 2) rows.auditLeaf.unshift({ position: -random.between(1, 5), sequence, hash: hashed(row) });
  if (way === 3) {
    // Inserts a leaf within the tree, and moves every leaf behind it by one.
    const at = random.between(0, entries - 1);
    rows.auditLeaf = [
      ...rows.auditLeaf.slice(0, at),
      { position: at, sequence, hash: hashed(row) },
      ...rows.auditLeaf.slice(at).map((leaf) => ({ ...leaf, position: leaf.position + 1 })),
    ];
  }
  return null;
};

const cut: Tamper = (rows, random) => {
  const newLength = entries - random.between(1, entries - 5);
  rows.audit = rows.audit.slice(0, newLength);
  const way = random.between(0, 2);
  if (way >= 1) rows.auditLeaf = rows.auditLeaf.slice(0, newLength);
  if (way === 2) rows.auditCheckpoint = rows.auditCheckpoint.filter(({ size }) => size <= newLength);
  return null;
};

onEachEngine('an audit log', (open, engine) => {
  let found: string[] = [];
  afterEach(() => {
    found = [];
  });

  test('that nobody changed verifies, also with entries that are not signed yet and while it grows', async () => {
    const { ctx, own, text } = await signedLog(await open());
    expect(await verifyAudit(ctx, [own])).toEqual({ entries, problem: null });
    await writeAuditEntry(ctx, { action: 'slide.added', record: newId() });
    expect(await verifyAudit(ctx, [own])).toEqual({ entries: entries + 1, problem: null });
    await signEntries(ctx);
    expect(await verifyAudit(ctx, [own, heldCheckpoints('kept', text, true)])).toEqual({
      entries: entries + 1,
      problem: null,
    });
  });

  test.each([
    ['a changed entry', changed],
    ['a removed entry', removed],
    ['two swapped entries', swapped],
    ['an inserted entry', inserted],
    ['a cut end', cut],
  ])(`with %s is named as such ${rounds} times of ${rounds}`, async (_, tamper) => {
    const { ctx, rows, own } = await signedLog(await open());
    for (let round = 0; round < rounds; round++) {
      const altered = structuredClone(rows);
      const expected = tamper(altered, randomFor(round, 6_962));
      await writeRows(ctx, altered);
      const { problem } = await verifyAudit(ctx, [own]);
      found.push(problem ?? `round ${round} found nothing`);
      if (expected && !/One of the entries/.test(problem ?? '')) expect(problem).toMatch(new RegExp(expected, 'i'));
    }
    expect(
      found.filter((problem) => !/^(Entry|One of the entries|The (entry|end|tree)|Checkpoint) /.test(problem)),
    ).toEqual([]);
    await writeRows(ctx, rows);
    expect(await verifyAudit(ctx, [own])).toEqual({ entries, problem: null });
  });

  test(`that was rewritten and signed again with the key itself is refused by a checkpoint kept elsewhere, ${rounds} times of ${rounds}`, async () => {
    const { ctx, rows, text: whole } = await signedLog(await open());
    const kept = whole.split('\n\n— ').length - 1;
    expect(kept).toBe(entries / 5);
    for (let round = 0; round < rounds; round++) {
      const random = randomFor(round, 9_162);
      const altered = structuredClone(rows);
      const at = random.between(0, entries - 1);
      Object.assign(altered.audit[at] as object, { actorName: 'Somebody else' });
      const macs = altered.audit.map((row) => ({ ...row, mac: macOf(ctx.keys, row) }));
      const state = unverifiedContentOf(rows.state) as TreeState;
      const begun = ctx.keys.sign('audit tree', { ...state, size: 0, edge: [], through: 0 });
      await writeRows(ctx, { audit: macs, auditLeaf: [], auditCheckpoint: [], state: begun });
      await ctx.db.deleteFrom('setting').where('name', '=', 'audit-settling').execute();
      await signEntries(ctx);
      expect(await verifyAudit(ctx, [])).toEqual({ entries, problem: null });
      // Any checkpoint that covers the entry, as a whole file or alone.
      const size = 5 * random.between(Math.floor(at / 5) + 1, entries / 5);
      const notes = rows.auditCheckpoint.filter((one) => one.size === size).map(({ note }) => note);
      const text = random.chance(0.5) ? whole : (notes[0] ?? '');
      const { problem } = await verifyAudit(ctx, [heldCheckpoints('kept', text, true)]);
      found.push(problem ?? `round ${round} found nothing`);
    }
    expect(found.filter((problem) => !/^One of the entries .* kept holds a signed checkpoint/.test(problem))).toEqual(
      [],
    );
  });

  test('is compared with the checkpoints of copies in any order, put together or apart', async () => {
    const { ctx, rows, own } = await signedLog(await open());
    const { origin } = unverifiedContentOf(rows.state) as TreeState;
    const notes = rows.auditCheckpoint.map(({ note }) => note);
    const lie = signCheckpoint(origin, entries / 2, leafHash('another tree'), signingKey(ctx.keys.audit));
    const later = signCheckpoint(origin, entries + 7, leafHash('a longer tree'), signingKey(ctx.keys.audit));
    for (let round = 0; round < rounds; round++) {
      const random = randomFor(round, 6_963);
      const shuffled = (notes: readonly string[]) => {
        const keyed = [...notes, ...notes].map((note) => ({ note, key: random.between(0, 1_000_000) }));
        return keyed.sort((one, another) => one.key - another.key).map(({ note }) => fileEntry(note));
      };
      const problemOf = async (one: readonly string[], another: readonly string[]) =>
        (
          await verifyAudit(ctx, [
            heldCheckpoints('one', shuffled(one).join(''), random.chance(0.5)),
            heldCheckpoints('another', shuffled(another).join(''), random.chance(0.5)),
            own,
          ])
        ).problem;
      expect(await problemOf(notes, notes)).toBeNull();
      expect(await problemOf(notes, [...notes, lie])).toMatch(
        `One of the entries 16 to 20 is not what was signed: another holds a signed checkpoint of 20 entries with another root`,
      );
      expect(await problemOf([...notes, later], notes)).toMatch('one holds a signed checkpoint of 47. Entry 41 is');
    }
  });

  test('begins no second history, and accepts no checkpoint of another key, of another log or with altered letters', async () => {
    const harness = await open();
    const { ctx, rows, own, text: whole } = await signedLog(harness);
    const kept = rows.auditCheckpoint.at(-1)?.note ?? '';
    const problemOf = async (text: string) => (await verifyAudit(ctx, [heldCheckpoints('kept', text, true)])).problem;
    expect(await problemOf(kept)).toBeNull();
    for (const [text, problem] of [
      ['', /holds no checkpoint/],
      [kept.replace('audit/', 'audit/0'), /is of another one/],
      [kept.replace(/— (\S+) (.{4})/, '— $1 AAAA'), /unknown key/],
      [kept.replace(/(.)(.{8})\n$/, (_, one, rest) => `${one === 'A' ? 'B' : 'A'}${rest}\n`), /wrong signature/],
      [whole.replace('\n5\n', '\nfive\n'), /Checkpoint 1 of kept cannot be read/],
    ] as const) {
      expect(await problemOf(text)).toMatch(problem);
    }
    // The tree is emptied, so that the product signs what is there now.
    await writeRows(ctx, { ...rows, auditLeaf: [], auditCheckpoint: [] });
    await ctx.db.deleteFrom('setting').where('name', 'like', 'audit-%').execute();
    await signEntries(ctx);
    expect((await verifyAudit(ctx, [own])).problem).toMatch(/it was begun again/);
    await putSetting(ctx.db, stateName, `${rows.state.slice(0, -1)}-`);
    expect((await verifyAudit(ctx, [own])).problem).toMatch(/^The state of the tree was altered/);
    await expect(signEntries(ctx)).rejects.toThrow();
  });

  test('takes no entry into the tree that the product did not write, and reports it until it is gone', async () => {
    const { ctx, own } = await signedLog(await open());
    const foreign = { id: newId(), at: '2026-03-10T06:00:00.000Z', action: 'user.added', fields: '[]' };
    await ctx.db
      .insertInto('audit')
      .values({ ...foreign, mac: '0'.repeat(32) })
      .execute();
    expect(await signEntries(ctx)).toEqual([entries + 1]);
    await writeAuditEntry(ctx, { action: 'slide.added', record: newId() });
    await signEntries(ctx);
    expect((await verifyAudit(ctx, [own])).problem).toMatch(new RegExp(`number ${entries + 1} .* did not write it`));
    await ctx.db.deleteFrom('audit').where('id', '=', foreign.id).execute();
    expect(await verifyAudit(ctx, [own])).toEqual({ entries: entries + 1, problem: null });
  });

  test.runIf(engine === 'postgres')(
    'that was moved to a server with lower transaction numbers is not read again from its middle at each signing',
    async () => {
      const { ctx, own } = await signedLog(await open());
      await writeAuditEntry(ctx, { action: 'slide.added', record: newId() });
      await signEntries(ctx);
      const ofOtherServer = { sequence: entries + 1, next: 1_000_000_000_000 };
      await putSetting(ctx.db, 'audit-settling', ctx.keys.sign('audit settling', ofOtherServer));
      const through = async () => {
        await signEntries(ctx);
        return (unverifiedContentOf((await rowsOf(ctx)).state) as TreeState).through;
      };
      // The signing also waits for transactions on other databases of the server.
      await expect.poll(through).toBe(entries + 1);
      expect(await verifyAudit(ctx, [own])).toMatchObject({ problem: null });
    },
  );

  test.each([
    ['a moment until which all is signed', 'audit-settling'],
    ['an entry with a number far ahead', 'audit'],
    ['leaves for the next entries', 'auditLeaf'],
  ] as const)('goes on being signed after somebody wrote %s into the database', async (_, place) => {
    const { ctx, own } = await signedLog(await open());
    const { db } = ctx;
    const add = () => writeAuditEntry(ctx, { action: 'slide.added', record: newId() });
    const sign = () => signEntries(ctx).catch(() => []);
    const far = 2_000_000_000;
    const next = [1, 2, 3].map((by) => entries + by);
    const foreign = {
      id: newId(),
      at: '2026-03-10T06:00:00.000Z',
      action: 'user.added',
      fields: '[]',
      mac: other('x'),
    };
    if (place === 'audit-settling') await putSetting(db, place, JSON.stringify({ sequence: far, next: 0 }));
    else if (place === 'audit')
      await insertRows(
        db,
        { name: place, isIncluded: true, orderBy: ['sequence'] },
        [{ ...foreign, sequence: far }],
        ctx.database.engine,
      );
    else
      await db
        .insertInto(place)
        .values(next.map((sequence) => ({ position: far + sequence, sequence, hash: other('x') })))
        .execute();
    for (let round = 0; round < 3; round++) {
      if (place !== 'audit') await add();
      await sign();
    }
    // What was written is taken back, so that nobody sees it.
    await db.deleteFrom('audit').where('id', '=', foreign.id).execute();
    await db.deleteFrom('auditLeaf').where('position', '>=', far).execute();
    for (let round = 0; round < 3; round++) {
      await add();
      await sign();
    }
    expect(await verifyAudit(ctx, [own])).toMatchObject({ problem: null });
    // An entry that is in no signed tree could be removed unseen.
    const { audit } = await rowsOf(ctx);
    expect((await readSigned(ctx)).entries).toBe(audit.length);
  });

  test('names an entry that the signing passed over, because somebody gave the one before it a number far ahead', async () => {
    const { ctx, own } = await signedLog(await open());
    const add = () => writeAuditEntry(ctx, { action: 'slide.added', record: newId() });
    await add();
    const rows = await rowsOf(ctx);
    const moved = rows.audit.at(-1) as Rows['audit'][number];
    moved.sequence = 2_000_000_000;
    const signMoved = async () => {
      await writeRows(ctx, rows);
      for (let round = 0; round < 3; round++) await signEntries(ctx);
      return (await readTreeState(ctx))?.through;
    };
    // On PostgreSQL the signing also waits for transactions on other databases of the server.
    await expect.poll(signMoved).toBe(moved.sequence);
    await add();
    const { audit } = await rowsOf(ctx);
    const added = audit.findLast(({ sequence }) => sequence > entries && sequence < moved.sequence);
    await signEntries(ctx);
    const { problem } = await verifyAudit(ctx, [own]);
    // SQLite numbers the next entry behind the highest one.
    if (added) expect(problem).toMatch(new RegExp(`number ${added.sequence} .* was passed over`));
    else expect(problem).toBe(null);
  });

  test('that grew on one node is in the file of another node, each checkpoint once, also after half a checkpoint', async () => {
    const harness = await open();
    const { ctx, text, file: first } = await signedLog(harness);
    const file = join(harness.settings.dataDir, 'other', 'checkpoints');
    await appendCheckpoints(ctx, file);
    expect(await readFile(file, 'utf8')).toBe(text);
    // What a killed process may leave, and what a power failure may.
    for (const rest of ['localhost:3000/audit/', '\0'.repeat(100_000)]) {
      await appendFile(file, rest);
      await writeAuditEntry(ctx, { action: 'slide.added', record: newId() });
      await signEntries(ctx);
      await appendCheckpoints(ctx, file);
    }
    await appendCheckpoints(ctx, first);
    expect(await readFile(file, 'utf8')).toBe(await readFile(first, 'utf8'));
    expect((await readFile(file, 'utf8')).startsWith(text)).toBe(true);
  });
});
