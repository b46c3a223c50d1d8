/** Erases what the database's files still contain of records that were removed for good. */
import type { Context } from '../context.ts';
import { deleteSetting, getSetting, putSetting } from '../db/settings-table.ts';
import { newId } from '../identifiers.ts';

const left = 'erased-remains';
const dhakaOffsetHours = 6;
const quietFromHour = 1;
const quietUntilHour = 5;

/** To be called in the transaction that removes records. */
export async function leaveRemains(ctx: Context): Promise<void> {
  await putSetting(ctx.query, left, newId());
}

/** Each sweep tries again until the engine has rewritten its files; large ones only at night in Dhaka. */
export async function eraseRemains(ctx: Context): Promise<void> {
  const mark = await getSetting(ctx.query, left);
  if (mark === null) return;
  const hour = (ctx.now().getUTCHours() + dhakaOffsetHours) % 24;
  const isQuiet = hour >= quietFromHour && hour < quietUntilHour;
  // Another mark belongs to records removed meanwhile.
  if (await ctx.database.eraseRemains(isQuiet)) await deleteSetting(ctx.query, left, mark);
}
