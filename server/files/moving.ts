/**
 * Copies every file that has a row from one storage to another and reads the copy back. Files that were copied before
 * are only read, so an interrupted run continues, and the product may add and remove files meanwhile.
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
import { mediaTypeOf, type StoredObject } from './names.ts';

/** A row says when its file was made by the clock of its node, and is seen only once it is committed. */
const lateMs = 600_000;

export interface Move {
  /** Copies what no earlier call has copied; the first call reads all rows, later calls those made since. */
  run(): Promise<void>;
  counts: { files: number; copied: number };
  /** Sentences about files that could not be copied, with ids only; files removed meanwhile are not among them. */
  problems(): Promise<string[]>;
}

/** The bytes pass through `folder`, which only the caller uses. */
export function moveFiles(
  ctx: Context,
  [from, to]: [from: Storage, to: Storage],
  folder: string,
  onFile: (count: number) => void,
): Move {
  const counts = { files: 0, copied: 0 };
  const problems = new Map<string, string>();
  const late = timeAgo(ctx, lateMs);
  const done = new Set<string>();
  let since = '';

  const bring = async ({ key, sha256 }: StoredObject) => {
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
        for (const file of stored) await bring(file);
        // No further run meets the other files again.
        if (createdAt >= late) done.add(id);
        onFile(++counts.files);
      });
      since = late;
    },
    problems: async () => (await withExistingRow(ctx, problems)).map(([, sentence]) => sentence),
  };
}

/** A sentence if it failed. Bytes that do not match the row are never copied on. */
async function copy(
  [from, to]: [from: Storage, to: Storage],
  path: string,
  { key, sha256 }: StoredObject,
): Promise<string | null> {
  const found = await from.get(key);
  if (!found) return `The file ${key} has a row and no bytes.`;
  try {
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(found.stream, hashed, createWriteStream(path, { mode: 0o600 }));
    if (hash.digest('hex') !== sha256) return `The file ${key} is not what was stored.`;
    await to.put(key, path, mediaTypeOf(key));
  } finally {
    await rm(path, { force: true });
  }
  return (await hashOf(to, key)) === sha256 ? null : `The file ${key} did not arrive as it was sent.`;
}
