/** The SQL of slides. Positions are 1..N without gaps; a caller that changes one must hold `lockOrder`. */
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Context } from '../context.ts';
import { addSetting, getSetting } from '../db/settings-table.ts';
import type { SlideTable } from '../db/tables.ts';

const seeded = 'first-slides';
const positionMax = 2_147_483_647;

export type SlideRow = Selectable<SlideTable>;

/** Locks the list of slides until the end of the transaction, on either engine. */
export async function lockOrder(ctx: Context): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('counter')
    .set({ value: 0 })
    .where('name', '=', 'slide')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('The table counter has no row named slide; the first migration adds it.');
}

/** In order. */
export function publishedSlides(ctx: Context): Promise<SlideRow[]> {
  return ctx.db.selectFrom('slide').selectAll().where('published', '=', sql.lit(1)).orderBy('position').execute();
}

/** In order. */
export function allSlides(ctx: Context): Promise<SlideRow[]> {
  return ctx.db.selectFrom('slide').selectAll().orderBy('position').execute();
}

export function slideById(ctx: Context, id: string): Promise<SlideRow | undefined> {
  return ctx.db.selectFrom('slide').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countSlides(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('slide')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSlide(ctx: Context, row: SlideRow): Promise<void> {
  await ctx.db.insertInto('slide').values(row).execute();
}

export async function updateSlide(ctx: Context, id: string, change: Updateable<SlideTable>): Promise<void> {
  await ctx.db.updateTable('slide').set(change).where('id', '=', id).execute();
}

/** Removes the slide and closes the gap. Needs `lockOrder`. */
export async function deleteSlide(ctx: Context, { id, position }: SlideRow): Promise<void> {
  await ctx.db.deleteFrom('slide').where('id', '=', id).execute();
  await shift(ctx, position + 1, positionMax, -1);
}

/** Makes room at the new position; the slide itself is then updated to it. Needs `lockOrder`. */
export async function makeRoom(ctx: Context, from: number, to: number): Promise<void> {
  if (to > from) await shift(ctx, from + 1, to, -1);
  else await shift(ctx, to, from - 1, 1);
}

async function shift(ctx: Context, first: number, last: number, by: 1 | -1): Promise<void> {
  await ctx.db
    .updateTable('slide')
    .set((eb) => ({ position: eb('position', '+', by) }))
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute();
}

export async function isSeeded(ctx: Context): Promise<boolean> {
  return (await getSetting(ctx.db, seeded)) !== null;
}

export async function markSeeded(ctx: Context): Promise<void> {
  await addSetting(ctx.db, seeded, '1');
}
