/**
 * Lets a storage keep nothing but ciphertext: what is put is encrypted on its way, what is got is
 * decrypted segment by segment, so memory stays flat and no altered byte is handed out. Sizes are
 * those of the content.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { beginMessage, headerBytes, openMessage, overheadBytes, WrongCiphertext } from './floe.ts';
import { type Storage, StorageFault, type StoredBytes } from './storage.ts';

const segmentBytes = 256 * 1024;
const contentBytes = segmentBytes - overheadBytes;
/** The bulk of the demo shares one file under many names, so the name is no part of what is sealed. */
const associated = new Uint8Array();

export function encrypted(storage: Storage, key: Uint8Array): Storage {
  return {
    ...storage,
    list: () => storage.list(),
    async put(name, path, contentType) {
      const sealed = `${path}.sealed`;
      try {
        await encryptFile(path, sealed, key);
        await storage.put(name, sealed, contentType);
      } finally {
        await rm(sealed, { force: true });
      }
      await rm(path, { force: true });
    },
    async get(name) {
      const found = await storage.get(name);
      return found && opened(found, key);
    },
  };
}

/** The size of the content of so many encrypted bytes. */
export function contentSize(encryptedBytes: number): number {
  const body = encryptedBytes - headerBytes;
  return body - Math.ceil(body / segmentBytes) * overheadBytes;
}

async function encryptFile(from: string, to: string, key: Uint8Array): Promise<void> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      await encryptInto(source, target, key);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function encryptInto(source: FileHandle, target: FileHandle, key: Uint8Array): Promise<void> {
  const { size } = await source.stat();
  const message = beginMessage(key, segmentBytes, associated);
  await target.write(message.header);
  const content = Buffer.alloc(Math.min(contentBytes, size));
  for (let position = 0, at = 0, isLast = false; !isLast; position++) {
    isLast = at + contentBytes >= size;
    const wanted = isLast ? size - at : contentBytes;
    for (let filled = 0; filled < wanted; ) {
      const { bytesRead } = await source.read(content, filled, wanted - filled, at + filled);
      if (bytesRead === 0) throw new Error('A file became shorter while it was encrypted.');
      filled += bytesRead;
    }
    await target.write(message.encrypt(content.subarray(0, wanted), position, isLast));
    at += wanted;
  }
}

/** The first segment is decrypted at once, so that what is altered there is an error and no answer that breaks off. */
async function opened({ stream, sizeBytes }: StoredBytes, key: Uint8Array): Promise<StoredBytes> {
  const reader = stream.getReader();
  const segments = decryptAll(reader, sizeBytes, key);
  let next = Promise.resolve(await segments.next());
  const source: UnderlyingByteSource = {
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await next;
      if (done) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      next = segments.next();
      // Whoever reads no further must not leave an error that nobody takes.
      next.catch(() => {});
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
  const content = new ReadableStream(source) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return { sizeBytes: contentSize(sizeBytes), stream: content };
}

/** The content of each segment; an error is the storage's fault, so that no caller takes it for the file's end. */
async function* decryptAll(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  sizeBytes: number,
  key: Uint8Array,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const take = takerOf(reader);
  try {
    const message = openMessage(key, segmentBytes, associated, await take(headerBytes));
    let left = sizeBytes - headerBytes;
    for (let position = 0; ; position++) {
      const isLast = left <= segmentBytes;
      const segment = await take(Math.min(left, segmentBytes));
      left -= segment.length;
      const content = new Uint8Array(message.decrypt(segment, position, isLast));
      if (content.length > 0) yield content;
      if (isLast) return undefined;
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    if (error instanceof WrongCiphertext) throw new StorageFault('altered', 'Altered', { cause: error });
    throw error;
  }
}

/** Gives so many bytes of a stream at a time, however it cuts them. */
function takerOf(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>): (bytes: number) => Promise<Uint8Array> {
  let rest = new Uint8Array();
  return async (wanted) => {
    const taken = new Uint8Array(Math.max(wanted, 0));
    for (let filled = 0; filled < taken.length; ) {
      if (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) throw new WrongCiphertext('The file is cut.');
        rest = value;
      }
      const piece = rest.subarray(0, taken.length - filled);
      taken.set(piece, filled);
      filled += piece.length;
      rest = rest.subarray(piece.length);
    }
    return taken;
  };
}
