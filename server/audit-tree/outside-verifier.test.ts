/**
 * An independent verifier, written from docs/operations.md, RFC 6962 and C2SP alone. It shares no code with the
 * product, and reads a backup as anybody can.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { readArchive } from '../backup/archive.ts';
import { backUp } from '../backup/backup.ts';
import { systemContext } from '../context.ts';
import { readVerifierKeys, signEntries } from './tree.ts';

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962, 2.1, word for word: the largest power of two smaller than the number of leaves is on the left. */
function treeHash(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] ?? '');
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, left)), treeHash(leaves.slice(left)));
}

const names = ['action', 'actor_id', 'actor_name', 'at', 'detail', 'fields', 'id', 'record', 'sequence'];

function verifyOutside(tables: Record<string, Record<string, unknown>[]>, verifierKey: string): number {
  const entries = new Map(tables.audit?.map((row) => [row.sequence, row]));
  const leaves = (tables.audit_leaf ?? [])
    .sort((one, other) => Number(one.position) - Number(other.position))
    .map(({ sequence }) => JSON.stringify(entries.get(sequence), names));
  const [origin = '', id = '', ...key] = verifierKey.split('+');
  const publicKey = Buffer.from(key.join('+'), 'base64').subarray(1);
  const known = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  for (const { note } of tables.audit_checkpoint ?? []) {
    const [body = '', signatures = ''] = String(note).split('\n\n');
    const [, name, signature = ''] = /^— (\S+) (\S+)\n$/.exec(signatures) ?? [];
    const bytes = Buffer.from(signature, 'base64');
    expect([name, bytes.subarray(0, 4).toString('hex')]).toEqual([origin, id]);
    expect(verify(null, Buffer.from(`${body}\n`), known, bytes.subarray(4))).toBe(true);
    const [first, size, root] = body.split('\n');
    expect([first, treeHash(leaves.slice(0, Number(size))).toString('base64')]).toEqual([origin, root]);
  }
  return leaves.length;
}

onEachEngine('an outsider', (open) => {
  test('verifies the whole log with a page of code and the text of docs/operations.md', async () => {
    const harness = await open();
    const ctx = systemContext(harness);
    const folder = await mkdtemp(join(tmpdir(), 'maplegate-outside-'));
    try {
      const owner = await harness.signIn('super-admin');
      for (let number = 0; number < 3; number++) {
        const { _id } = await addApplication(owner, { givenN: 'Rahima' });
        dataOf(await owner.call('approve', { params: { id: _id }, json: { note: 'ঢাকা "quoted" \\ ' } }));
        await signEntries(ctx);
      }
      const [key = ''] = await readVerifierKeys(ctx);
      const tables: Record<string, Record<string, unknown>[]> = {};
      if (ctx.database.engine === 'sqlite') {
        const file = join(folder, 'backup.tar');
        await backUp(ctx, file, null);
        for await (const { name, bytes } of readArchive(file, [])) {
          const lines = (await text(bytes)).split('\n').filter(Boolean);
          const [, table] = /^tables\/(.*)\.ndjson$/.exec(name) ?? [];
          if (table) tables[table] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        }
      } else {
        // A backup needs a second connection, which PGlite does not have.
        const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        for (const table of ['audit', 'auditLeaf', 'auditCheckpoint'] as const) {
          const rows = await ctx.db.selectFrom(table).selectAll().execute();
          tables[snake(table)] = rows.map((row) =>
            Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])),
          );
        }
      }
      expect(verifyOutside(tables, key)).toBe(6);
      const [row] = tables.audit ?? [];
      if (row) row.actor_name = 'Somebody else';
      expect(() => verifyOutside(tables, key)).toThrow();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
