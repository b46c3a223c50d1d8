/**
 * Records in the database that a backup is copying the files, so that the purges of all nodes wait until it has ended.
 * A backup that was killed stops counting after a few minutes.
 */
import type { Context } from '../context.ts';
import { deleteSetting, getSetting, installationSettings, putSetting } from '../db/settings-table.ts';

const renewedEveryMs = 60_000;
const lapsesAfterMs = 5 * 60_000;

/** Returns a function that ends it. Without a database that can be written, nothing is recorded, and nothing fails. */
export async function beginBackup(ctx: Context): Promise<() => Promise<void>> {
  let until: string | null = null;
  const renew = async () => {
    const next = new Date(ctx.now().getTime() + lapsesAfterMs).toISOString();
    await putSetting(ctx.db, installationSettings.filesCopiedUntil, next);
    until = next;
  };
  let renewing = renew().catch(() => {});
  await renewing;
  const interval = setInterval(() => {
    renewing = renewing.then(renew).catch(() => {});
  }, renewedEveryMs);
  return async () => {
    clearInterval(interval);
    await renewing;
    // With another value, another backup is still copying.
    if (until) await deleteSetting(ctx.db, installationSettings.filesCopiedUntil, until).catch(() => {});
  };
}

export async function isBackupRunning(ctx: Context): Promise<boolean> {
  const until = await getSetting(ctx.db, installationSettings.filesCopiedUntil);
  return until !== null && until > ctx.now().toISOString();
}
