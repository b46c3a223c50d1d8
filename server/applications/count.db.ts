/**
 * The SQL that counts the records of a list. On an engine that answers nobody else during a statement, a search with
 * many matches is counted in runs of sequence numbers, and other requests are answered between them.
 */
import { setImmediate } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Query } from '../db/database.ts';
import { currentSequence, type ListConditions, matching, searchAlone } from './list.db.ts';
import { countMatches } from './search.db.ts';

export async function countMatching(ctx: Context, conditions: ListConditions): Promise<number> {
  const { query, database } = ctx;
  const alone = searchAlone(conditions);
  if (alone) return countMatches(query, alone);
  const { search } = conditions;
  const runSize = database.rowsPerStatementMax;
  if (!search || runSize === null || (await countMatches(query, search)) <= runSize) return count(query, conditions);
  const scanned = { ...conditions, search: { ...search, isScanned: true } };
  const newest = await currentSequence(ctx);
  let total = 0;
  for (let first = 0; first <= newest; first += runSize) {
    if (first > 0) await setImmediate();
    total += await count(query, scanned, { first, last: first + runSize - 1 });
  }
  return total;
}

async function count(query: Query, conditions: ListConditions, run?: { first: number; last: number }): Promise<number> {
  let matches = query
    .selectFrom('application')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where((builder) => matching(builder, conditions));
  if (run) matches = matches.where('sequence', '>=', run.first).where('sequence', '<=', run.last);
  return Number((await matches.executeTakeFirstOrThrow()).count);
}
