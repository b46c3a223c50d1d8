/** Makes a passport number look as if somebody had tried it without a match all day. */
import { limits } from '../contract/limits.ts';
import { passportKey } from '../contract/text.ts';
import { type Resources, systemContext } from '../server/context.ts';
import { refreshGuesses } from '../server/guesses/guesses.ts';

/** Uses up the budget of a day; `id` names the record that has the passport, if there is one. */
export async function guessAllDay(
  resources: Resources,
  { passport, id, hoursAgo = 0 }: { passport: string; id?: string; hoursAgo?: number },
): Promise<void> {
  const ctx = systemContext(resources);
  const key = passportKey(passport);
  const bucket = ctx.keys.hash('enquiry passport', key);
  const at = (miss: number) => new Date(ctx.now().getTime() - (hoursAgo * 60 + 20 + miss) * 60_000).toISOString();
  const misses = Array.from({ length: limits.enquiryMissesPerPassportADay }, (_, miss) => ({
    at: at(miss),
    bucket,
    passport: bucket,
    address: null,
  }));
  await ctx.db.insertInto('enquiryMiss').values(misses).execute();
  if (id) await refreshGuesses(ctx, { id, passportKey: key });
}
