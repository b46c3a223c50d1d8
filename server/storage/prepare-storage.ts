/** Opens the storage that the settings name. The code for buckets is loaded only when there is one. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import { openDiskStorage } from './disk.ts';
import { encrypted } from './encrypted.ts';
import type { Storage } from './storage.ts';

export interface StorageSettings {
  bucket: Bucket | null;
  /** Where files are kept without a bucket. */
  dataDir: string;
}

/** Whether the storage contains nothing at all, not even files of other programs. Changes nothing. */
export async function isStorageEmpty({ bucket, dataDir }: StorageSettings): Promise<boolean> {
  if (bucket) return import('./s3.ts').then(({ isBucketEmpty }) => isBucketEmpty(bucket));
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries.every((entry) => entry.isDirectory());
}

export type OpenStorage = (owner: string, keys: readonly [Uint8Array, ...Uint8Array[]]) => Promise<Storage>;

/**
 * Checks that the storage can be used. Nothing in it is changed before the returned function is called with its owner
 * and the keys for encrypting files. `warn` is told of what the owner should change about it.
 */
export async function prepareStorage(
  { bucket, dataDir }: StorageSettings,
  warn?: (sentence: string) => void,
): Promise<OpenStorage> {
  const openPlain = bucket
    ? await import('./s3.ts').then(({ reachBucket }) => reachBucket(bucket, undefined, warn))
    : () => openDiskStorage(join(dataDir, 'files'));
  return async (owner, keys) => encrypted(await openPlain(owner), keys);
}
