/**
 * Writes a ZIP archive as a stream: the members are compressed as they are made, so none is ever whole in memory.
 * Without ZIP64, members and archive are limited to 4 GiB.
 */
import { once } from 'node:events';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

export interface ZipMember {
  name: string;
  chunks: AsyncIterable<string> | Iterable<string>;
  /** Not compressed, and with its size before it, as required for the member with the type of an OpenDocument file. */
  isStored?: true;
}

interface Written {
  name: Buffer;
  method: number;
  flags: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const bytesMax = 2 ** 32 - 1;
const version = 20;
/** Sizes follow the data, and names are UTF-8. */
const streamed = 0x0808;
const deflated = 8;
/** Always 1 January 1980, so that the same content gives the same bytes. */
const dosDate = 0x0021;

export async function* zipped(members: Iterable<ZipMember>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for (const member of members) {
    const entry: Written = {
      name: Buffer.from(member.name),
      method: member.isStored ? 0 : deflated,
      flags: member.isStored ? 0x0800 : streamed,
      crc: 0,
      packed: 0,
      size: 0,
      offset,
    };
    const stored = member.isStored ? await whole(member.chunks, entry) : null;
    const head = localHeader(entry);
    yield head;
    offset += head.length;
    for await (const chunk of stored ? [stored] : compressed(member.chunks, entry)) {
      offset += chunk.length;
      yield chunk;
    }
    if (entry.size > bytesMax || offset > bytesMax) throw new RangeError('The archive is larger than 4 GiB.');
    if (!stored) {
      const sizes = descriptor(entry);
      yield sizes;
      offset += sizes.length;
    }
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

async function whole(chunks: ZipMember['chunks'], entry: Written): Promise<Buffer> {
  const texts: string[] = [];
  for await (const piece of chunks) texts.push(piece);
  const bytes = Buffer.from(texts.join(''));
  Object.assign(entry, { crc: crc32(bytes), packed: bytes.length, size: bytes.length });
  return bytes;
}

async function* compressed(chunks: ZipMember['chunks'], entry: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  const feed = async () => {
    for await (const piece of chunks) {
      const bytes = Buffer.from(piece);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, 'drain');
    }
    deflate.end();
  };
  const fed = feed().catch((error: unknown) => deflate.destroy(error as Error));
  try {
    for await (const chunk of deflate) {
      entry.packed += chunk.length;
      yield chunk;
    }
  } finally {
    deflate.destroy();
  }
  await fed;
}

/** Writes the fields that a local header and an entry of the directory have in common. */
function writeShared(bytes: Buffer, at: number, { name, method, flags, crc, packed, size }: Written): void {
  bytes.writeUInt16LE(version, at);
  bytes.writeUInt16LE(flags, at + 2);
  bytes.writeUInt16LE(method, at + 4);
  bytes.writeUInt16LE(dosDate, at + 8);
  bytes.writeUInt32LE(crc, at + 10);
  bytes.writeUInt32LE(packed, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
}

function localHeader(entry: Written): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(0x04034b50, 0);
  writeShared(bytes, 4, entry);
  return Buffer.concat([bytes, entry.name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function directoryEntry(entry: Written): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(version, 4);
  writeShared(bytes, 6, entry);
  bytes.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([bytes, entry.name]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
}
