/**
 * Re-encrypts the stored files of a former key with the present one. Each file is replaced as a whole, and its row is
 * updated afterwards, so that every file stays readable with one of the two keys if the process ends at any moment.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { logFailure, pauseAfterWork } from '../background.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import { advisoryLocks } from '../db/postgres-connection.ts';
import { releaseServerLock, takeServerLock } from '../db/server-lock.ts';
import { reencryptFactors } from '../factors/encrypted-values.ts';
import { hasFileRow } from '../files/files.ts';
import { idOf, mediaTypeOf, storedObjectsOf } from '../files/stored-objects.ts';
import { openTemporaryFolder } from '../files/temporary.ts';
import type { Log } from '../log.ts';
import { StorageFault } from '../storage/storage.ts';
import { countFilesBefore, filesBefore, setGeneration } from './files.db.ts';

const lock = advisoryLocks.keyRotation;
const firstPollMs = 2_000;
const pollMs = 60_000;
const filesAtOnce = 50;

/** How many files are not encrypted with the present key yet. */
export function countPending(ctx: Context): Promise<number> {
  return countFilesBefore(ctx.db, ctx.keys.generation);
}

interface RotationOptions {
  signal?: AbortSignal;
  /** Called after each file, with the number of files so far. */
  afterFile?: (count: number) => Promise<void> | void;
}

/** Returns the number of files that neither key can read; they stay as they are. */
export async function rotateFiles(ctx: Context, { signal, afterFile }: RotationOptions = {}): Promise<number> {
  const folder = await openTemporaryFolder(ctx.settings.dataDir);
  let files = 0;
  let unreadable = 0;
  try {
    for (let after = ''; ; ) {
      const rows = await filesBefore(ctx.db, ctx.keys.generation, after, filesAtOnce);
      for (const row of rows) {
        if (signal?.aborted) return unreadable;
        if (await rotate(ctx, row, folder.newPath())) await setGeneration(ctx.db, row.id, ctx.keys.generation);
        else unreadable++;
        await afterFile?.(++files);
      }
      after = rows.at(-1)?.id ?? '';
      if (rows.length === 0) return unreadable;
    }
  } finally {
    await folder.remove();
  }
}

type FileRow = Parameters<typeof storedObjectsOf>[0];

async function rotate(ctx: Context, row: FileRow, path: string): Promise<boolean> {
  try {
    for (const { key } of storedObjectsOf(row)) await reencrypt(ctx, key, path);
    return true;
  } catch (error) {
    if (error instanceof StorageFault && error.kind === 'altered') return false;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Ignores missing bytes, which `npm run check` reports. */
async function reencrypt(ctx: Context, key: string, path: string): Promise<void> {
  const object = await ctx.storage.get(key);
  if (!object) return;
  await pipeline(object.stream, createWriteStream(path, { mode: 0o600 }));
  await ctx.storage.put(key, path, mediaTypeOf(key));
  // The file was removed for good in the meantime, and must not come back.
  if (!(await hasFileRow(ctx, idOf(key)))) await ctx.storage.remove(key);
}

/** Rotates pending files soon after the start, on one node at a time; the returned function stops it. */
export function startRotation(resources: Resources, log: Log): () => Promise<void> {
  const ctx = systemContext(resources);
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const poll = () => {
    running ??= rotateIfPending(ctx, log, stop.signal)
      .catch((error: unknown) => logFailure(log, ctx, { error, work: 'rotateFiles' }))
      .finally(() => {
        running = null;
      });
  };
  const first = setTimeout(poll, firstPollMs);
  const interval = setInterval(poll, pollMs);
  return async () => {
    clearTimeout(first);
    clearInterval(interval);
    stop.abort();
    await running;
  };
}

async function rotateIfPending(ctx: Context, log: Log, signal: AbortSignal): Promise<void> {
  // Factors were converted with the key; a node that still ran with the former key may have added some since.
  if (ctx.keys.former) await reencryptFactors(ctx, ctx.keys.former);
  const pending = await countPending(ctx);
  if (pending === 0) return;
  if (!ctx.keys.former) {
    log.warn({ pending }, 'files are encrypted with a former key: set SECRET_KEY_BEFORE until none is');
    return;
  }
  const release = await takeRotationLock(ctx);
  if (!release) return;
  try {
    log.info({ pending }, 'files are being encrypted with the new key');
    const unreadable = await rotateFiles(ctx, { signal, afterFile: pauseAfterWork() });
    if (unreadable > 0) log.error({ unreadable }, 'files can be read with neither key');
    else if (!signal.aborted) log.info('every file is encrypted with the new key: SECRET_KEY_BEFORE can be dropped');
  } finally {
    await release();
  }
}

/** Null where another node has the lock. The embedded database has no other node. */
async function takeRotationLock({ settings: { databaseUrl } }: Context): Promise<(() => Promise<void>) | null> {
  if (!databaseUrl) return async () => {};
  const held = await takeServerLock(databaseUrl, { lock, name: 'maplegate key rotation' });
  return held && (() => releaseServerLock(held));
}
