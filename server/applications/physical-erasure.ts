/** Removes what is left of records that were erased: in the files of the database, and in the storage. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dhakaHour } from '../../contract/dates.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import { deleteSetting, getSetting, putSetting, settingsFrom } from '../db/settings-table.ts';
import { dropFiles } from '../files/files.ts';
import { newId } from '../identifiers.ts';
import { errorDetail, type Log } from '../log.ts';
import { eraseLateFinds } from './erasure.db.ts';

/** At once, whatever the size of the database, since the super admin has asked for it; or by a sweep, which leaves a large database for the night. */
export type Urgency = 'at once' | 'by a sweep';

/** As earlier releases have stored them. */
const marks: Record<Urgency, string> = { 'at once': 'erased-remains-at-once', 'by a sweep': 'erased-remains' };
const filesMark = 'erased-files ';
/** In Dhaka. */
const quietFromHour = 1;
const quietUntilHour = 5;
const pollMs = 5_000;

/** To be called in the transaction that removes records. */
export async function requestPhysicalErasure(ctx: Context, urgency: Urgency): Promise<void> {
  await putSetting(ctx.query, marks[urgency], newId());
}

/** To be called in the transaction that erases the record, whose files can only go after it. */
export async function queueFileRemoval(ctx: Context, record: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await putSetting(ctx.query, filesMark + record, JSON.stringify(names));
}

/** What the storage does not remove now is tried again, also after a restore, whose files are too old for the sweep. */
export async function removeQueuedFiles(ctx: Context): Promise<void> {
  for (const { name, value } of await settingsFrom(ctx.query, filesMark)) {
    if (await dropFiles(ctx, JSON.parse(value))) await deleteSetting(ctx.query, name);
  }
}

/** Each sweep tries again until the engine has rewritten its files; large ones only at night in Dhaka, or at once. */
export async function erasePhysically(ctx: Context): Promise<void> {
  const atOnce = await getSetting(ctx.query, marks['at once']);
  const bySweep = await getSetting(ctx.query, marks['by a sweep']);
  if (atOnce === null && bySweep === null) return;
  const hour = dhakaHour(ctx.now());
  const isQuiet = hour >= quietFromHour && hour < quietUntilHour;
  await eraseLateFinds(ctx.query);
  if (!(await ctx.database.eraseDeletedBytes(atOnce !== null || isQuiet))) return;
  // Another mark belongs to records removed meanwhile.
  if (atOnce !== null) await deleteSetting(ctx.query, marks['at once'], atOnce);
  if (bySweep !== null) await deleteSetting(ctx.query, marks['by a sweep'], bySweep);
}

/** Looks every few seconds for what has to go at once, on every node, so that it also goes if its node has ended. */
export function startPhysicalErasure(resources: Resources, log: Log): () => void {
  const ctx = systemContext(resources);
  const stop = new AbortController();
  const look = async (seen: string | null): Promise<string | null> => {
    await removeQueuedFiles(ctx);
    const mark = await getSetting(ctx.query, marks['at once']);
    // At the second look every node has written the finds that it had in memory.
    if (mark === null || mark !== seen) return mark;
    await erasePhysically(ctx);
    return null;
  };
  const run = async () => {
    let seen: string | null = null;
    for (;;) {
      await sleep(pollMs, undefined, { signal: stop.signal, ref: false });
      seen = await look(seen).catch((error: unknown) => {
        log.error({ ...errorDetail(error), work: 'erasing' }, 'sweep failed');
        return null;
      });
    }
  };
  run().catch(() => {});
  return () => stop.abort();
}
