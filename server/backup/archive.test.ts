/** The tar of a backup: other programs can read and write it, and an incomplete archive is refused. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';

const contents = {
  'tables/audit.ndjson': 'x'.repeat(1_500),
  'files/abababababababababababab.jpg': '',
  'manifest.json': '{}',
};

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-archive-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function* members() {
  for (const [name, content] of Object.entries(contents)) {
    const bytes = Buffer.from(content);
    yield { name, sizeBytes: bytes.length, bytes: pieces(bytes) };
  }
}

/** Yields the bytes in pieces that do not align with blocks. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

async function written(): Promise<Buffer> {
  const handle = await open(join(folder, 'written.tar'), 'wx+');
  try {
    await writeArchive(handle, null, members);
    return await buffer(handle.createReadStream({ start: 0 }));
  } finally {
    await handle.close();
  }
}

async function read(bytes: Uint8Array): Promise<Record<string, string>> {
  const file = join(folder, 'read.tar');
  await writeFile(file, bytes);
  const found: Record<string, string> = {};
  for await (const member of readArchive(file, [])) found[member.name] = await text(member.bytes);
  return found;
}

test('an archive is read by another program, and its archives are read here', async () => {
  const found: Record<string, string> = {};
  const extracting = extract();
  extracting.end(await written());
  for await (const entry of extracting) found[entry.header.name] = await text(entry as AsyncIterable<Uint8Array>);
  expect(found).toEqual(contents);

  const packing = pack();
  for (const [name, content] of Object.entries(contents)) packing.entry({ name }, content);
  packing.finalize();
  expect(await read(await buffer(packing as AsyncIterable<Uint8Array>))).toEqual(contents);
});

test('a file that is no archive is called that, and not a damaged backup', async () => {
  for (const bytes of [
    Buffer.from('%PDF-1.7\n'.repeat(100)),
    Buffer.alloc(4_096),
    Buffer.from('PK\u0003\u0004'.repeat(300)),
  ])
    await expect(read(bytes)).rejects.toThrow(/is no backup of Maplegate\.$/);
});

test('a member that is not read to its end is skipped', async () => {
  const file = join(folder, 'whole.tar');
  await writeFile(file, await written());
  const names: string[] = [];
  for await (const { name } of readArchive(file, [])) names.push(name);
  expect(names).toEqual(Object.keys(contents));
});

test('an archive whose member is longer or shorter than announced is not finished', async () => {
  const handle = await open(join(folder, 'wrong.tar'), 'wx');
  async function* lying() {
    yield { name: 'manifest.json', sizeBytes: 3, bytes: pieces(Buffer.from('{}')) };
  }
  await expect(writeArchive(handle, null, lying)).rejects.toThrow(/manifest\.json/);
  await handle.close();
});

test.each([
  ['is cut within a member', (whole: Buffer) => whole.subarray(0, 1_100)],
  ['is cut between two members', (whole: Buffer) => whole.subarray(0, 2_048)],
  ['is cut within its end', (whole: Buffer) => whole.subarray(0, whole.length - 600)],
  ['has a changed header', (whole: Buffer) => whole.fill('9', 124, 125)],
  ['has more after its end', (whole: Buffer) => Buffer.concat([whole, Buffer.from('more')])],
])('an archive that %s is refused', async (_, change) => {
  await expect(read(change(await written()))).rejects.toThrow(/is truncated or was altered before byte/);
});
