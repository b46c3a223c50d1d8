/**
 * Wraps a storage so that it stores only ciphertext. `put` encrypts, and `get` decrypts segment by segment, so memory
 * does not grow with the file. A file that was altered or swapped with another is never served. Sizes are those of the
 * content.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { freeBuffers } from '../unused-memory.ts';
import { beginMessage, headerBytes, type Message, openMessage, overheadBytes, WrongCiphertext } from './floe.ts';
import { type Storage, StorageFault, type StoredBytes } from './storage.ts';

const segmentBytes = 128 * 1024;
const contentBytes = segmentBytes - overheadBytes;
/** The associated data of a file, which is authenticated with its bytes. */
type Binding = (name: string) => Uint8Array;

const boundToName: Binding = (name) => Buffer.from(name);
/** For a file that is read under several names, and for files of releases that did not bind them to their names. */
export const boundToNothing: Binding = () => new Uint8Array();

type Keys = readonly [Uint8Array, ...Uint8Array[]];

/** Encrypts with the first of the keys, and decrypts with the one that a file was encrypted with. */
export function encrypted(storage: Storage, keys: Keys, binding = boundToName): Storage {
  return {
    ...storage,
    list: () => storage.list(),
    async put(name, path, contentType) {
      const ciphertext = `${path}.encrypted`;
      try {
        await encryptFile(path, ciphertext, keys[0], binding(name));
        await storage.put(name, ciphertext, contentType);
      } finally {
        await rm(ciphertext, { force: true });
      }
      await rm(path, { force: true });
    },
    async get(name) {
      const object = await storage.get(name);
      return object && decrypted(object, (header) => openWithAnyKey(keys, name, header));
    },
  };
}

/** The size of the content in this number of encrypted bytes. */
function contentSize(encryptedBytes: number): number {
  const body = encryptedBytes - headerBytes;
  return body - Math.ceil(body / segmentBytes) * overheadBytes;
}

async function encryptFile(from: string, to: string, key: Uint8Array, associated: Uint8Array): Promise<void> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      await encryptInto(source, target, beginMessage(key, segmentBytes, associated));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function encryptInto(
  source: FileHandle,
  target: FileHandle,
  message: ReturnType<typeof beginMessage>,
): Promise<void> {
  const { size } = await source.stat();
  // Not `write`: on a nearly full disk it writes a part and reports no error.
  await target.writeFile(message.header);
  const content = Buffer.alloc(Math.min(contentBytes, size));
  const segment = Buffer.alloc(content.length + overheadBytes);
  for (let position = 0, at = 0, isLast = false; !isLast; position++) {
    isLast = at + contentBytes >= size;
    const wanted = isLast ? size - at : contentBytes;
    for (let filled = 0; filled < wanted; ) {
      const { bytesRead } = await source.read(content, filled, wanted - filled, at + filled);
      if (bytesRead === 0) throw new Error('A file became shorter while it was encrypted.');
      filled += bytesRead;
    }
    await target.writeFile(message.encrypt(content.subarray(0, wanted), position, isLast, segment));
    freeBuffers(wanted);
    at += wanted;
  }
}

/** Decrypts the first segment at once, so that an alteration there is an error and not an answer that breaks off. */
async function decrypted({ stream, sizeBytes }: StoredBytes, openHeader: OpenHeader): Promise<StoredBytes> {
  const segments = await openSegments(stream, sizeBytes, openHeader);
  let content = await segments.next();
  const source: UnderlyingByteSource = {
    type: 'bytes',
    async pull(controller) {
      if (content?.length === 0) content = await segments.next();
      const { byobRequest } = controller;
      if (!content) {
        controller.close();
        byobRequest?.respond(0);
        return;
      }
      const view = byobRequest?.view;
      const piece = content.subarray(0, view?.byteLength ?? content.length);
      content = content.subarray(piece.length);
      if (view && byobRequest) {
        new Uint8Array(view.buffer, view.byteOffset, piece.length).set(piece);
        byobRequest.respond(piece.length);
      } else {
        // A copy, since the stream takes over the whole buffer, and that of a small chunk may be shared.
        controller.enqueue(new Uint8Array(piece));
      }
    },
    cancel: () => segments.close(),
  };
  if (content?.length === 0) content = null;
  return {
    sizeBytes: contentSize(sizeBytes),
    stream: new ReadableStream(source) as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}

interface Segments {
  /**
   * The content of the next segment; null after the last one. An altered segment is a fault of the storage, not an end.
   */
  next(): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

type OpenHeader = (header: Uint8Array) => Message;

/** Tries each binding and key, since only trying shows which of them the header was made with. */
function openWithAnyKey(keys: Keys, name: string, header: Uint8Array): Message {
  let refusal: unknown;
  for (const binding of [boundToName, boundToNothing]) {
    for (const key of keys) {
      try {
        return openMessage(key, segmentBytes, binding(name), header);
      } catch (error) {
        refusal = error;
      }
    }
  }
  throw refusal;
}

async function openSegments(
  stream: StoredBytes['stream'],
  sizeBytes: number,
  openHeader: OpenHeader,
): Promise<Segments> {
  const reader = stream.getReader({ mode: 'byob' });
  let buffer = new ArrayBuffer(segmentBytes);
  let bytesLeft = sizeBytes;
  let position = 0;
  const close = async () => {
    await reader.cancel().catch(() => {});
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      await close();
      if (error instanceof WrongCiphertext) throw new StorageFault('altered', 'Altered', { cause: error });
      throw error;
    }
  };
  const readBytes = async (wanted: number): Promise<Uint8Array> => {
    for (let filled = 0; filled < wanted; ) {
      const { done, value } = await reader.read(new Uint8Array(buffer, filled, wanted - filled));
      if (done) throw new WrongCiphertext('The file is truncated.');
      filled += value.byteLength;
      buffer = value.buffer;
    }
    bytesLeft -= wanted;
    return new Uint8Array(buffer, 0, wanted);
  };
  if (sizeBytes < headerBytes) {
    return guarded(() => Promise.reject(new WrongCiphertext('The file is truncated.')));
  }
  const message = await guarded(async () => openHeader(await readBytes(headerBytes)));
  let isOver = false;
  return {
    close,
    next: () =>
      guarded(async () => {
        if (isOver) return null;
        isOver = bytesLeft <= segmentBytes;
        const content = message.decrypt(await readBytes(Math.min(bytesLeft, segmentBytes)), position++, isOver);
        if (isOver) await close();
        return content;
      }),
  };
}
