/**
 * Copies every file that has a row from one storage to another, and reads the copy back. A file that was copied before
 * is only read, so that an interrupted run can continue. The product may add and remove files meanwhile.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Context, timeAgo } from '../context.ts';
import { newId } from '../identifiers.ts';
import type { Storage } from '../storage/storage.ts';
import { eachFile, hashOf, withExistingRow } from './check.ts';
import { mediaTypeOf, type StoredObject } from './stored-objects.ts';

/**
 * Rows that were created up to this long ago may still become visible: they carry the time of their node's clock and
 * appear at their commit.
 */
const visibilityDelayMsMax = 600_000;

export interface Move {
  /** Copies what no earlier call has copied; the first call reads all rows, later calls those made since. */
  run(): Promise<void>;
  counts: { files: number; copied: number };
  /** A sentence for each file that could not be copied, with its id only; files removed meanwhile are left out. */
  problems(): Promise<string[]>;
}

/** Uses `folder` for temporary files; nobody else may use it. */
export function moveFiles(
  ctx: Context,
  [from, to]: [from: Storage, to: Storage],
  folder: string,
  onFile: (count: number) => void,
): Move {
  const counts = { files: 0, copied: 0 };
  const problems = new Map<string, string>();
  const settledBefore = timeAgo(ctx, visibilityDelayMsMax);
  const done = new Set<string>();
  let since = '';

  const copyIfMissing = async ({ key, sha256 }: StoredObject) => {
    if ((await hashOf(to, key)) === sha256) return;
    const problem = await copy([from, to], join(folder, newId()), { key, sha256 });
    if (problem) problems.set(key, problem);
    else counts.copied++;
  };
  return {
    counts,
    async run() {
      await eachFile(ctx, since, async ({ id, createdAt, stored }) => {
        if (done.has(id)) return;
        for (const object of stored) await copyIfMissing(object);
        // Later runs read only these rows again.
        if (createdAt >= settledBefore) done.add(id);
        onFile(++counts.files);
      });
      since = settledBefore;
    },
    problems: async () => (await withExistingRow(ctx, problems)).map(([, sentence]) => sentence),
  };
}

/** Returns a sentence if it failed. Bytes that do not match the hash of the row are not copied. */
async function copy(
  [from, to]: [from: Storage, to: Storage],
  path: string,
  { key, sha256 }: StoredObject,
): Promise<string | null> {
  const object = await from.get(key);
  if (!object) return `The file ${key} has a row and no bytes.`;
  try {
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(object.stream, hashed, createWriteStream(path, { mode: 0o600 }));
    if (hash.digest('hex') !== sha256) return `The file ${key} is not what was stored.`;
    await to.put(key, path, mediaTypeOf(key));
  } finally {
    await rm(path, { force: true });
  }
  return (await hashOf(to, key)) === sha256 ? null : `The file ${key} did not arrive as it was sent.`;
}
