import { text } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts';

const broken = () => new Error('broken');
const contents = { 'manifest.json': '{}', 'tables/audit.ndjson': 'x'.repeat(1_500), 'files/empty': '' };

function archive(): Buffer {
  const parts = Object.entries(contents).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    return [tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)];
  });
  return Buffer.concat([...parts, tarEnd]);
}

/** In pieces that fit no block. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}

async function membersOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const members: Record<string, string> = {};
  for await (const { name, bytes: content } of readTar(pieces(bytes), broken)) members[name] = await text(content);
  return members;
}

test('what is written as a tar is read by another program, and the other way round', async () => {
  const found: Record<string, string> = {};
  const extracting = extract();
  extracting.end(archive());
  for await (const entry of extracting) found[entry.header.name] = await text(entry as AsyncIterable<Uint8Array>);
  expect(found).toEqual(contents);

  const packing = pack();
  for (const [name, content] of Object.entries(contents)) packing.entry({ name }, content);
  packing.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packing as AsyncIterable<Uint8Array>) chunks.push(chunk);
  expect(await membersOf(Buffer.concat(chunks))).toEqual(contents);
});

test('a member whose size needs base 256 keeps it, for another program too', async () => {
  const sizeBytes = 9 * 1024 ** 3 + 1;
  const header = tarHeader('tables/audit.ndjson', sizeBytes);
  const { value } = await readTar(pieces(header), broken).next();
  expect(value?.sizeBytes).toBe(sizeBytes);
  const extracting = extract();
  const size = new Promise((resolve) => extracting.once('entry', (entry) => resolve(entry.size)));
  extracting.write(header);
  expect(await size).toBe(sizeBytes);
  extracting.destroy();
});

test('a member that is not read to its end is passed over', async () => {
  const names: string[] = [];
  for await (const { name } of readTar(pieces(archive()), broken)) names.push(name);
  expect(names).toEqual(Object.keys(contents));
});

test.each([
  ['is cut anywhere', (whole: Buffer) => whole.subarray(0, 1_100)],
  ['is cut between two members', (whole: Buffer) => whole.subarray(0, 1_024)],
  ['has a changed header', (whole: Buffer) => whole.fill('9', 124, 125)],
  ['has more after its end', (whole: Buffer) => Buffer.concat([whole, Buffer.from('more')])],
  ['is no tar at all', () => Buffer.from('x'.repeat(2_000))],
])('an archive that %s is refused', async (_, change) => {
  await expect(membersOf(change(archive()))).rejects.toThrow('broken');
});
