/** Fills an unused database once, and returns at every start the lines that say what to try. */
import { dhakaDay } from '../contract/dates.ts';
import { statuses } from '../contract/status.ts';
import type { Context } from '../server/context.ts';
import { OperatorError } from '../server/operator-error.ts';
import { accountLines, createAccounts } from './accounts.ts';
import { fillFew, type Say } from './fill-few.ts';
import { applicationsWithDocuments, fillMany } from './fill-many.ts';
import { demoSetting, filling, fillingOthers } from './unfinished.ts';

const fewMax = 60;

type State = typeof filling | typeof fillingOthers | 'filled, accounts of its own' | 'filled, accounts of others';

export async function prepareDemo(ctx: Context, count: number, say: Say): Promise<string[]> {
  let state = await stateOf(ctx);
  if (state === filling || state === fillingOthers) {
    const where = ctx.settings.databaseUrl ? 'the database of DATABASE_URL and ' : '';
    throw new OperatorError(
      `An earlier demo was stopped while it was being made. Remove ${where}the folder ${ctx.settings.dataDir} and start again.`,
    );
  }
  if (!state) {
    if (!(await isUnused(ctx))) return ['The database had applications before the demo, so nothing was added to it.'];
    state = await fill(ctx, count, say);
  }
  return [...(state === 'filled, accounts of its own' ? accountLines(ctx) : []), ...(await passportLines(ctx))];
}

async function fill(ctx: Context, count: number, say: Say): Promise<State> {
  if (ctx.settings.bucket && count > fewMax) {
    throw new OperatorError(`More than ${fewMax} share their pictures by links on the disk. Leave STORAGE_URL out.`);
  }
  await ctx.db
    .insertInto('setting')
    .values({ name: demoSetting, value: (await hasAccounts(ctx)) ? fillingOthers : filling })
    .execute();
  const { actor, areCreated } = await createAccounts(ctx);
  const today = dhakaDay(ctx.now());
  say(`Making ${count.toLocaleString('en')} applications of people who do not exist …`);
  if (count <= fewMax) await fillFew(ctx, count, today, actor, say);
  else {
    await fillMany(ctx, count, today, actor, say);
    say(
      `Photos are shared among all; the six documents too, and only the first and last ${applicationsWithDocuments} have them.`,
    );
  }
  const state: State = areCreated ? 'filled, accounts of its own' : 'filled, accounts of others';
  await ctx.db.updateTable('setting').set({ value: state }).where('name', '=', demoSetting).execute();
  return state;
}

async function stateOf(ctx: Context): Promise<State | undefined> {
  const row = await ctx.db.selectFrom('setting').select('value').where('name', '=', demoSetting).executeTakeFirst();
  return row?.value as State | undefined;
}

/** The counter only rises, so it counts removed applications, too. */
async function isUnused(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('counter')
    .select('value')
    .where('name', '=', 'application')
    .executeTakeFirstOrThrow();
  return Number(row.value) === 0;
}

async function hasAccounts(ctx: Context): Promise<boolean> {
  return (await ctx.db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The newest application of each status. */
async function passportLines(ctx: Context): Promise<string[]> {
  const lines = ['To try at /enquiry:'];
  for (const status of statuses) {
    const row = await ctx.db
      .selectFrom('application')
      .select(['passport', 'nationality', 'birthDate'])
      .where('status', '=', status)
      .where('deletedAt', 'is', null)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) lines.push(`  ${status.padEnd(8)}  ${row.passport}  ${row.nationality}  born ${row.birthDate}`);
  }
  return lines;
}
