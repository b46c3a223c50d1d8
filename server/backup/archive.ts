/**
 * The file of a backup: a POSIX tar, encrypted with age unless it is plain. Members are written and read one after
 * another, so memory does not grow with the records. A file is refused at the first member that no backup of ours has.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ReadableStream as ByteStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker, type TarHeader, type TarPackController } from 'modern-tar';
import { OperatorError } from '../operator-error.ts';
import { isStorageKey } from '../storage/storage.ts';
import { ageStartBytes, decryptAge, encryptAge, isAge, NoIdentityMatches } from './age.ts';

export interface Member {
  name: string;
  sizeBytes: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** The size and hash of a member that was read or written. */
export interface MemberHash {
  sizeBytes: number;
  sha256: string;
}

const memberName = /^(manifest\.json|secret\.key|tables\/[a-z_]{1,63}\.ndjson|files\/([^/]+))$/;
const chunkBytes = 256 * 1024;
/** Every block of a tar that begins a member has this text at this place (POSIX ustar). */
const tarBlockBytes = 512;
const tarMagic = { text: 'ustar', at: 257 } as const;

/** Writes the members to the open file, encrypted if there are recipients (age1…). Returns the hash of each member. */
export async function writeArchive(
  handle: FileHandle,
  recipients: readonly string[] | null,
  members: (hashes: ReadonlyMap<string, MemberHash>) => AsyncIterable<Member>,
): Promise<Map<string, MemberHash>> {
  const hashes = new Map<string, MemberHash>();
  const { readable, controller } = createTarPacker();
  const packing = pack(controller, members(hashes), hashes);
  const bytes = iterable(readable);
  const writing = writeAll(handle, recipients ? encryptAge(bytes, recipients) : bytes);
  const results = await Promise.allSettled([writing, packing]);
  // If writing fails, packing is cancelled and fails too, so the error of writing comes first.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return hashes;
}

/** Adds the hash of each member to `hashes` once the member is complete. */
async function pack(
  controller: TarPackController,
  members: AsyncIterable<Member>,
  hashes: Map<string, MemberHash>,
): Promise<void> {
  try {
    for await (const { name, sizeBytes, bytes } of members) {
      const writer = controller.add({ name, size: sizeBytes, mode: 0o600, mtime: new Date(0) }).getWriter();
      const hash = createHash('sha256');
      for await (const chunk of bytes) {
        hash.update(chunk);
        await writer.write(chunk);
      }
      await writer.close();
      hashes.set(name, { sizeBytes, sha256: hash.digest('hex') });
    }
    controller.finalize();
  } catch (error) {
    controller.error(error);
    throw error;
  }
}

/** The global class, which the libraries accept, is the same as Node's; only the type of Node's has `from`. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ByteStream.from(bytes) as unknown as ReadableStream<Uint8Array>;
}

/** The global type lacks the iterator that the streams have. */
function iterable<T>(stream: ReadableStream<T>): AsyncIterable<T> {
  return stream as unknown as AsyncIterable<T>;
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; ) at += (await handle.write(chunk, at)).bytesWritten;
  }
}

/**
 * Reads the members of a file in their order; each must be read to its end before the next. Throws a sentence for a
 * file that is no backup, for a wrong identity, and at the first segment that is truncated or altered.
 */
export async function* readArchive(file: string, identities: readonly string[]): AsyncGenerator<Member> {
  const handle = await open(file, 'r').catch(notReadable(file));
  try {
    const progress = { readBytes: 0 };
    const damaged = () =>
      new OperatorError(`The backup ${file} is truncated or was altered before byte ${progress.readBytes}.`);
    // Strict mode also verifies that only zeros follow the end, and so reads the encrypted file to its last segment.
    const entries = (await decrypted(file, handle, identities, progress)).pipeThrough(
      createTarDecoder({ strict: true }),
    );
    const names = new Set<string>();
    for await (const { header, body } of orThrow(iterable(entries), damaged)) {
      requireMember(file, header, names);
      yield { name: header.name, sizeBytes: header.size, bytes: orThrow(iterable(body), damaged) };
      // The next member comes only when this one was read or cancelled.
      await body.cancel();
    }
  } finally {
    await handle.close();
  }
}

function notReadable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new OperatorError(`The backup ${file} cannot be read (${error.code}).`);
  };
}

/** Any error of the file, its encryption or its tar means that the backup is damaged. */
async function* orThrow<T>(source: AsyncIterable<T>, damaged: () => Error): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged();
  }
}

/** Refuses a member that is unknown, repeated or no plain file, or whose path leaves its folder. */
function requireMember(file: string, { name, type }: TarHeader, names: Set<string>): void {
  const [, , key] = memberName.exec(name) ?? [];
  const isKnown = memberName.test(name) && (key === undefined || isStorageKey(key));
  if (type !== 'file' || !isKnown) {
    throw new OperatorError(`The backup ${file} has a member ${JSON.stringify(name)}, which no backup has.`);
  }
  if (names.has(name)) throw new OperatorError(`The backup ${file} has the member ${name} twice.`);
  names.add(name);
}

async function decrypted(
  file: string,
  handle: FileHandle,
  identities: readonly string[],
  progress: { readBytes: number },
): Promise<ReadableStream<Uint8Array>> {
  const start = Buffer.alloc(Math.max(ageStartBytes, tarBlockBytes));
  // A folder can be opened, but not read.
  const read = await handle.read(start, 0, start.length, 0).catch(notReadable(file));
  const bytes = readChunks(handle, progress);
  if (!isAge(start)) {
    const isTar = start.toString('latin1').startsWith(tarMagic.text, tarMagic.at);
    if (!isTar && read.bytesRead === start.length)
      throw new OperatorError(`The file ${file} is no backup of Maplegate.`);
    return streamOf(bytes);
  }
  if (identities.length === 0) {
    throw new OperatorError(
      `The backup ${file} is encrypted. Name the identity by BACKUP_IDENTITY or --identity FILE.`,
    );
  }
  try {
    return streamOf(await decryptAge(bytes, identities));
  } catch (error) {
    if (error instanceof NoIdentityMatches) {
      throw new OperatorError(`The identity is not one that the backup ${file} was encrypted for.`);
    }
    throw new OperatorError(`The backup ${file} is truncated or was altered in its first bytes.`);
  }
}

async function* readChunks(handle: FileHandle, progress: { readBytes: number }): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    // A new buffer each time, since a later stage may still use the chunk before.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    progress.readBytes = position;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Reads a member to its end and returns its hash. */
export async function hashMember({ bytes }: Pick<Member, 'bytes'>): Promise<MemberHash> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
