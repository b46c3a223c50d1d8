/**
 * The part of the tar format (POSIX ustar) that a backup has: regular files with short names, one after another. Sizes
 * of 8 GiB and more are written in base 256, as GNU tar does.
 */
export interface TarMember {
  name: string;
  /** `file` for a regular file; anything else is refused by the caller. */
  type: 'file' | 'other';
  sizeBytes: number;
  /** To be read to its end before the next member. */
  bytes: AsyncIterable<Uint8Array>;
}

const blockBytes = 512;
const nameBytes = 100;
const sizeAt = 124;
const sizeEnd = 136;
const checksumAt = 148;
const checksumEnd = 156;
const typeAt = 156;
const prefixAt = 345;
const octalSizeEnd = 8 ** 11;
const base256 = 0x80;
const empty = new Uint8Array();

/** What is written at the end of an archive. */
export const tarEnd: Uint8Array = new Uint8Array(2 * blockBytes);

/** What is written before the bytes of a member. */
export function tarHeader(name: string, sizeBytes: number): Uint8Array {
  const header = Buffer.alloc(blockBytes);
  if (header.write(name, 0, nameBytes) !== Buffer.byteLength(name)) throw new Error(`${name} is too long for a tar.`);
  header.write('0000600\0' + '0000000\0' + '0000000\0', nameBytes, 'latin1');
  if (sizeBytes < octalSizeEnd) header.write(octal(sizeBytes, 11), sizeAt, 'latin1');
  else {
    header.writeUIntBE(sizeBytes, sizeEnd - 6, 6);
    header.writeUInt8(base256, sizeAt);
  }
  header.write(octal(0, 11), sizeEnd, 'latin1');
  header.write('0', typeAt, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, checksumAt, 'latin1');
  return header;
}

/** What is written after the bytes of a member, to the end of their block. */
export function tarPadding(sizeBytes: number): Uint8Array {
  return new Uint8Array(paddingOf(sizeBytes));
}

/** Reads the members in their order; what is no complete archive ends with the error of `broken`. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>, broken: () => Error): AsyncGenerator<TarMember> {
  const source = new Source(bytes, broken);
  try {
    for (;;) {
      const header = await source.read(blockBytes);
      if (header.every((byte) => byte === 0)) break;
      if (octalIn(header, checksumAt, checksumEnd) !== checksumOf(header)) throw broken();
      const sizeBytes = sizeIn(header);
      if (!Number.isSafeInteger(sizeBytes)) throw broken();
      const rest = source.next(sizeBytes);
      yield { name: nameIn(header), type: isFile(header) ? 'file' : 'other', sizeBytes, bytes: rest };
      for await (const _ of rest);
      await source.read(paddingOf(sizeBytes));
    }
    // Also proves that what encrypts the archive is complete.
    for await (const chunk of source.remaining()) if (chunk.some((byte) => byte !== 0)) throw broken();
  } finally {
    await source.close();
  }
}

class Source {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #broken: () => Error;
  #rest: Uint8Array = empty;

  constructor(bytes: AsyncIterable<Uint8Array>, broken: () => Error) {
    this.#chunks = bytes[Symbol.asyncIterator]();
    this.#broken = broken;
  }

  async read(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.next(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The next so many bytes. */
  async *next(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (!this.#rest.byteLength && !(await this.#fill())) throw this.#broken();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.byteLength);
      left -= part.byteLength;
      yield part;
    }
  }

  async *remaining(): AsyncGenerator<Uint8Array> {
    do yield this.#rest;
    while (await this.#fill());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (!done) this.#rest = value;
    return !done;
  }
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`;
}

function paddingOf(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes;
}

/** The sum of all bytes, where those of the checksum itself count as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= checksumAt && at < checksumEnd ? 32 : byte;
  return sum;
}

function textIn(header: Buffer, start: number, end: number): string {
  return header.toString('utf8', start, end).split('\0', 1)[0] ?? '';
}

function octalIn(header: Buffer, start: number, end: number): number {
  return Number.parseInt(textIn(header, start, end).trim(), 8);
}

function sizeIn(header: Buffer): number {
  const first = header.readUInt8(sizeAt);
  return first === base256 ? header.readUIntBE(sizeEnd - 6, 6) : octalIn(header, sizeAt, sizeEnd);
}

function nameIn(header: Buffer): string {
  const prefix = textIn(header, prefixAt, prefixAt + 155);
  const name = textIn(header, 0, nameBytes);
  return prefix ? `${prefix}/${name}` : name;
}

function isFile(header: Buffer): boolean {
  return ['0', '\0'].includes(header.toString('latin1', typeAt, typeAt + 1));
}
