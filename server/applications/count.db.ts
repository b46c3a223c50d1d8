/**
 * The SQL that counts the records of a list. On an engine that answers nobody else during a statement, a search with
 * many matches is counted in runs of sequence numbers, and other requests are answered between them.
 */
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { currentSequence, type ListConditions, matching, searchAlone } from './list.db.ts';
import { countMatches } from './search.db.ts';

export async function countMatching(ctx: Context, conditions: ListConditions): Promise<number> {
  const { db, database } = ctx;
  const alone = searchAlone(conditions);
  if (alone) return countMatches(db, alone);
  const { search } = conditions;
  const rangeSize = database.rowsPerStatementMax;
  if (!search || rangeSize === null || (await countMatches(db, search)) <= rangeSize) return count(db, conditions);
  const scanned = { ...conditions, search: { ...search, isScanned: true } };
  const newest = await currentSequence(ctx);
  let total = 0;
  for (let first = 0; first <= newest; first += rangeSize) {
    if (first > 0) await setImmediate();
    total += await count(db, scanned, { first, last: first + rangeSize - 1 });
  }
  return total;
}

async function count(db: Db, conditions: ListConditions, run?: { first: number; last: number }): Promise<number> {
  let matches = db
    .selectFrom('application')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where((builder) => matching(builder, conditions));
  if (run) matches = matches.where('sequence', '>=', run.first).where('sequence', '<=', run.last);
  return Number((await matches.executeTakeFirstOrThrow()).count);
}
