/** What the database's own files still hold of records that are gone for good. */
import type { Context } from '../context.ts';
import { deleteSetting, getSetting, putSetting } from '../db/settings-table.ts';
import { newId } from '../identifiers.ts';

const left = 'erased-remains';
const dhakaOffsetHours = 6;
const quietFromHour = 1;
const quietUntilHour = 5;

/** In the transaction that removes records. */
export async function leaveRemains(ctx: Context): Promise<void> {
  await putSetting(ctx.query, left, newId());
}

/** Until the engine has rewritten its files, each sweep tries again; large ones in the night of Dhaka alone. */
export async function eraseRemains(ctx: Context): Promise<void> {
  const mark = await getSetting(ctx.query, left);
  if (mark === null) return;
  const hour = (ctx.now().getUTCHours() + dhakaOffsetHours) % 24;
  const isQuiet = hour >= quietFromHour && hour < quietUntilHour;
  // Another mark by then is of records that went meanwhile.
  if (await ctx.database.eraseRemains(isQuiet)) await deleteSetting(ctx.query, left, mark);
}
