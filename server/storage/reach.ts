/** Which storage the settings name. What the bucket needs is loaded only where there is one. */
import { join } from 'node:path';
import type { Bucket } from './bucket.ts';
import { openDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

export interface StoragePlace {
  bucket: Bucket | null;
  /** Without a bucket files are kept in here. */
  dataDir: string;
}

/** Asks whether the storage can be used, and changes nothing in it before the returned function is called for its owner. */
export async function reachStorage({ bucket, dataDir }: StoragePlace): Promise<(owner: string) => Promise<Storage>> {
  if (!bucket) return () => openDiskStorage(join(dataDir, 'files'));
  const { reachBucket } = await import('./s3.ts');
  return reachBucket(bucket);
}
