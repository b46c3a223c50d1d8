/** Which storage the settings name. What the bucket needs is loaded only where there is one. */
import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import { openDiskStorage } from './disk.ts';
import { encrypted } from './encrypted.ts';
import type { Storage } from './storage.ts';

export interface StoragePlace {
  bucket: Bucket | null;
  /** Without a bucket files are kept in here. */
  dataDir: string;
}

export type OpenStorage = (owner: string, key: Uint8Array) => Promise<Storage>;

/**
 * Asks whether the storage can be used, and changes nothing in it before the returned function is called for its
 * owner, with the key that the files are encrypted with.
 */
export async function reachStorage({ bucket, dataDir }: StoragePlace): Promise<OpenStorage> {
  const openPlain = bucket
    ? await import('./s3.ts').then(({ reachBucket }) => reachBucket(bucket))
    : () => openDiskStorage(join(dataDir, 'files'));
  return async (owner, key) => encrypted(await openPlain(owner), key);
}
