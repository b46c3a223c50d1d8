/** Counts and times the operations of a storage. */
import { type CallStatistics, createCallStatistics, timeCall } from '../call-statistics.ts';
import { isDiskFull } from '../full-disk.ts';
import { type Storage, StorageFault, storageFaults } from '../storage/storage.ts';

const operations = ['put', 'get', 'remove', 'retire', 'written_at', 'check'] as const;
type Operation = (typeof operations)[number];

export function measuredStorage(storage: Storage): Storage {
  const statistics = new Map(
    operations.map((operation) => [operation, createCallStatistics([...storageFaults, 'other'])]),
  );
  const measure = <T>(operation: Operation, work: () => Promise<T>) =>
    timeCall(statistics.get(operation) as CallStatistics, kindOf, work);
  return {
    statistics,
    put: (key, path, type) => measure('put', () => storage.put(key, path, type)),
    get: (key) => measure('get', () => storage.get(key)),
    remove: (key) => measure('remove', () => storage.remove(key)),
    retire: (key, at) => measure('retire', () => storage.retire(key, at)),
    list: () => storage.list(),
    writtenAt: (key) => measure('written_at', () => storage.writtenAt(key)),
    check: () => measure('check', () => storage.check()),
    close: () => storage.close(),
  };
}

function kindOf(error: unknown): string {
  if (error instanceof StorageFault) return error.kind;
  return isDiskFull(error) ? 'full' : 'other';
}
