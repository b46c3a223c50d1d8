/**
 * The file of a backup: a POSIX tar, encrypted with age unless it is plain. Members are written and
 * read one after another, so memory does not grow with the records. What is read is refused at the
 * first member that a backup of ours cannot have.
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

/** What was read or written under a name. */
export interface MemberHash {
  sizeBytes: number;
  sha256: string;
}

const memberName = /^(manifest\.json|secret\.key|tables\/[a-z_]{1,63}\.ndjson|files\/([^/]+))$/;
const readBytes = 256 * 1024;

/**
 * Writes the members to the open file; with recipients (age1…) encrypted for each of them. Gives the hash of each
 * member.
 */
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
  // Where writing fails, packing fails too, since it is cancelled: the first reason is the true one.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return hashes;
}

/** Notes the hash of each member once it is complete. */
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

/** The same class as the global one, which the libraries take; only Node's own type of it knows `from`. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ByteStream.from(bytes) as unknown as ReadableStream<Uint8Array>;
}

/** The global type does not know that its streams can be iterated. */
function iterable<T>(stream: ReadableStream<T>): AsyncIterable<T> {
  return stream as unknown as AsyncIterable<T>;
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength; ) at += (await handle.write(chunk, at)).bytesWritten;
  }
}

/**
 * Reads the members of a file in their order; each must be read to its end before the next. Throws a sentence for
 * what is no backup, a wrong identity, and at the first segment that is cut or was altered.
 */
export async function* readArchive(file: string, identities: readonly string[]): AsyncGenerator<Member> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The backup ${file} cannot be read (${error.code}).`);
  });
  try {
    const source = { readBytes: 0 };
    const broken = () => new OperatorError(`The backup ${file} is cut or was altered before byte ${source.readBytes}.`);
    // Strict also proves that nothing but zeros follows the end, and that what encrypts the archive is complete.
    const entries = (await decrypted(file, handle, identities, source)).pipeThrough(createTarDecoder({ strict: true }));
    const names = new Set<string>();
    for await (const { header, body } of orBroken(iterable(entries), broken)) {
      requireMember(file, header, names);
      yield { name: header.name, sizeBytes: header.size, bytes: orBroken(iterable(body), broken) };
      // The next member comes when this one is read or cancelled.
      await body.cancel();
    }
  } finally {
    await handle.close();
  }
}

/** An error of the file, its encryption or its tar means that it is not as it was written. */
async function* orBroken<T>(source: AsyncIterable<T>, broken: () => Error): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw error instanceof OperatorError ? error : broken();
  }
}

/** Refuses a member that leaves its folder, refers to something else, appears twice or is unknown. */
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
  source: { readBytes: number },
): Promise<ReadableStream<Uint8Array>> {
  const start = Buffer.alloc(ageStartBytes);
  await handle.read(start, 0, start.length, 0);
  const bytes = bytesOf(handle, source);
  if (!isAge(start)) return streamOf(bytes);
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
    throw new OperatorError(`The backup ${file} is cut or was altered in its first bytes.`);
  }
}

async function* bytesOf(handle: FileHandle, source: { readBytes: number }): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    // A reader further on may still hold the piece before.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(readBytes), 0, readBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    source.readBytes = position;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Reads a member to its end. */
export async function hashOf({ bytes }: Pick<Member, 'bytes'>): Promise<MemberHash> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
