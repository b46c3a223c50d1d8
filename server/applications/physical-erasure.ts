/** Removes what remains of erased records in the files of the database and in the storage. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dhakaHour } from '../../contract/dates.ts';
import { logFailure } from '../background.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import { deleteSetting, getSetting, putSetting, settingsWithPrefix } from '../db/settings-table.ts';
import { dropFiles } from '../files/files.ts';
import { newId } from '../identifiers.ts';
import type { Log } from '../log.ts';
import { eraseLateFinds } from './erasure.db.ts';

/**
 * At once, whatever the size of the database, because the super admin has asked for it; or by a sweep, which rewrites a
 * large database only at night.
 */
export type Urgency = 'at once' | 'by a sweep';

/** The names of the settings that request an erasure, as earlier releases stored them. */
const requests: Record<Urgency, string> = { 'at once': 'erased-remains-at-once', 'by a sweep': 'erased-remains' };
const filesPrefix = 'erased-files ';
/** The hours of the night in Dhaka. */
const nightFromHour = 1;
const nightUntilHour = 5;
const pollMs = 5_000;

/** To be called in the transaction that removes records. */
export async function requestPhysicalErasure(ctx: Context, urgency: Urgency): Promise<void> {
  await putSetting(ctx.db, requests[urgency], newId());
}

/**
 * To be called in the transaction that removes the rows of files; the files can be removed only after the commit.
 * Returns the name of the entry in the queue.
 */
export async function queueFileRemoval(ctx: Context, files: readonly string[]): Promise<string> {
  const name = filesPrefix + newId();
  if (files.length > 0) await putSetting(ctx.db, name, JSON.stringify(files));
  return name;
}

/**
 * Removes the files of one entry, or of the whole queue. What the storage cannot remove now stays queued. The
 * queue is needed after a restore, too: the sweep never touches files older than the database.
 */
export async function removeQueuedFiles(ctx: Context, queued: string = filesPrefix): Promise<void> {
  for (const { name, value } of await settingsWithPrefix(ctx.db, queued)) {
    if (await dropFiles(ctx, JSON.parse(value))) await deleteSetting(ctx.db, name);
  }
}

class FilesRemain extends Error {}

/** Fails if the storage still cannot remove files of records that are gone, which nobody would notice otherwise. */
export async function sweepQueuedFiles(ctx: Context): Promise<void> {
  await removeQueuedFiles(ctx);
  const left = await settingsWithPrefix(ctx.db, filesPrefix);
  if (left.length > 0) throw new FilesRemain('The storage has not removed the files of removed records.');
}

/**
 * Leaves urgent requests to the poll, which waits until every node has written its finds: a find that was written later
 * would stay.
 */
export async function sweepErasedBytes(ctx: Context): Promise<void> {
  if ((await getSetting(ctx.db, requests['at once'])) === null) await erasePhysically(ctx);
}

/**
 * Each sweep tries again until the engine has rewritten its files; it rewrites large ones only at night, or at once.
 */
export async function erasePhysically(ctx: Context): Promise<void> {
  const atOnce = await getSetting(ctx.db, requests['at once']);
  const bySweep = await getSetting(ctx.db, requests['by a sweep']);
  if (atOnce === null && bySweep === null) return;
  const hour = dhakaHour(ctx.now());
  const isNight = hour >= nightFromHour && hour < nightUntilHour;
  await eraseLateFinds(ctx.db);
  if (!(await ctx.database.eraseDeletedBytes(atOnce !== null || isNight))) return;
  // A request with another value is for records that were removed meanwhile.
  if (atOnce !== null) await deleteSetting(ctx.db, requests['at once'], atOnce);
  if (bySweep !== null) await deleteSetting(ctx.db, requests['by a sweep'], bySweep);
}

/** Serves an urgent request that the previous poll has found; returns one that is to be served by the next poll. */
export async function pollUrgentErasure(ctx: Context, previous: string | null): Promise<string | null> {
  await removeQueuedFiles(ctx);
  const request = await getSetting(ctx.db, requests['at once']);
  // At the second poll every node has written the finds that it had in memory, except repeated ones, which are written
  // only for a record that still exists.
  if (request === null || request !== previous) return request;
  await erasePhysically(ctx);
  return null;
}

/** Polls every few seconds for urgent requests, on every node, so that one is also served if its own node has ended. */
export function startPhysicalErasure(resources: Resources, log: Log): () => void {
  const ctx = systemContext(resources);
  const stop = new AbortController();
  const run = async () => {
    let previous: string | null = null;
    for (;;) {
      await sleep(pollMs, undefined, { signal: stop.signal, ref: false });
      previous = await pollUrgentErasure(ctx, previous).catch((error: unknown) => {
        logFailure(log, ctx, { error, work: 'erasing' });
        return null;
      });
    }
  };
  run().catch(() => {});
  return () => stop.abort();
}
