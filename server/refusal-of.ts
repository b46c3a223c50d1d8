/** The refusal with which a call ends after an error, whether a rule, the database, the disk or the storage caused it. */
import type { Database } from './db/database.ts';
import { isDiskFull } from './full-disk.ts';
import { Refusal, retryLater } from './refusal.ts';
import { StorageFault } from './storage/storage.ts';

const retryAfterSeconds = 2;

/** Null for an unexpected error. */
export function refusalOf(error: unknown, database: Database): Refusal | null {
  if (error instanceof Refusal) return error;
  const fault = error instanceof StorageFault ? error.kind : database.faultOf(error);
  if (fault === 'full' || isDiskFull(error)) return new Refusal('disk_full');
  if (fault === 'unavailable' || fault === 'conflict') return retryLater('unavailable', retryAfterSeconds);
  return null;
}
