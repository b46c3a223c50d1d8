/** Where the bytes of files are kept. What stands here must be possible on a disk and on an object store. */
export interface StoredBytes {
  sizeBytes: number;
  /** A stream of bytes, which fills a buffer of its reader's; must be read to its end or cancelled. */
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface Storage {
  /** Takes a finished local file over: it is gone from `path`, and safe under `key` once this resolves. */
  put(key: string, path: string, contentType: string): Promise<void>;
  get(key: string): Promise<StoredBytes | null>;
  /** Removes what may already be gone. */
  remove(key: string): Promise<void>;
  /** No row needs it any more. Where the owner copies the files by himself it stays for the sweep, else it is gone. */
  retire(key: string, at: Date): Promise<void>;
  /** Every key, in batches and in no order. */
  list(): AsyncIterable<string[]>;
  /** When the key was put, however old its bytes are; null if there is none. */
  writtenAt(key: string): Promise<Date | null>;
  /** Throws a sentence if nothing can be read or written here. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The storage cannot do now what it was asked; the same again may succeed later. */
export class StorageFault extends Error {
  readonly kind: 'unavailable' | 'full' | 'altered';
  /** A word for the log. */
  readonly code: string;

  constructor(kind: StorageFault['kind'], code: string, options?: ErrorOptions) {
    super(`The storage is ${kind}: ${code}.`, options);
    this.kind = kind;
    this.code = code;
  }
}

const keyPattern = /^[0-9a-f]{24}(-\d{1,5})?\.(jpg|png|pdf|webp|avif)$/;

/** Keys are made by us; anything else would be a path from outside. */
export function isStorageKey(key: string): boolean {
  return keyPattern.test(key);
}

export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error('A storage key must be a random id of ours with a known extension.');
}
