/** The interface of file storage. It has only what is possible both on a disk and in an object store. */
import type { CallStatistics } from '../call-statistics.ts';

export interface StoredBytes {
  sizeBytes: number;
  /** A byte stream that can fill a buffer of the reader; it must be read to its end or cancelled. */
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface Storage {
  /**
   * Moves a complete local file into the storage: it is gone from `path`, and durable under `key`, once this resolves.
   */
  put(key: string, path: string, contentType: string): Promise<void>;
  get(key: string): Promise<StoredBytes | null>;
  /** Removes the key; it may be gone already. */
  remove(key: string): Promise<void>;
  /**
   * Called when no row needs the key any more. The disk keeps it for a day, until a sweep, since the operator may be
   * copying the folder; a bucket removes it at once.
   */
  retire(key: string, at: Date): Promise<void>;
  /** Every key, in batches and in no order. */
  list(): AsyncIterable<string[]>;
  /** When the key was written, whatever the age of its bytes; null if it does not exist. */
  writtenAt(key: string): Promise<Date | null>;
  /** Throws a sentence if the storage cannot be read and written. */
  check(): Promise<void>;
  close(): Promise<void>;
  /** By operation; absent where calls are not counted. */
  statistics?: ReadonlyMap<string, CallStatistics>;
}

export const storageFaults = ['unavailable', 'full', 'altered'] as const;

/** The storage failed for now, so that the same call may succeed later; or the bytes are not those that were stored. */
export class StorageFault extends Error {
  readonly kind: (typeof storageFaults)[number];
  /** A word for the log. */
  readonly code: string;

  constructor(kind: StorageFault['kind'], code: string, options?: ErrorOptions) {
    super(`The storage is ${kind}: ${code}.`, options);
    this.kind = kind;
    this.code = code;
  }
}

/** A random id, the width of a thumbnail, and one of the extensions of `contract/files.ts`; a test keeps them alike. */
const keyPattern = /^[0-9a-f]{24}(-\d{1,5})?\.(jpg|png|pdf|webp|avif)$/;

/** Keys are made by the product; anything else would be a path from outside. */
export function isStorageKey(key: string): boolean {
  return keyPattern.test(key);
}

export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error('A storage key must be a random id of ours with a known extension.');
}
