/**
 * The SQL of searches, and of contained passport text. A text of up to three characters has its total in a tally of
 * grams. Three characters or more begin a suffix of each passport that contains them; a text that many contain is found
 * sooner on a walk through the list.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Query } from '../db/database.ts';

const gramMax = 3;
const suffixMin = 3;
const suffixMax = 16;

/** How many steps of the walk are assumed to cost as much as a match out of the suffixes, sorting included. */
const stepsPerMatch = 2;

export interface Search {
  /** A text whose total is in the tally; null where the matches are counted. */
  gram: string | null;
  /** Whether a page is read sooner by itself than with its total. */
  isCountedApart: boolean;
  /** A table with the `sequence` of each live application that the search finds. */
  matches: RawBuilder<{ sequence: number }>;
  /** The same of a row of `application`. */
  contains: RawBuilder<boolean>;
}

/** What makes up a list's page: a scalar of its total, which may name the `page`, and a table of its sequence numbers. */
export interface PageSource {
  total: RawBuilder<number>;
  page: RawBuilder<{ sequence: number }>;
}

/** A text in the passport key; not an empty one. */
export function passportSearch(database: Database, text: string): Search {
  const contains = containsText(database, 'application.passportKey', text);
  const hasGram = lengthOf(text) <= gramMax;
  return {
    gram: hasGram ? text : null,
    isCountedApart: hasGram,
    matches: sql`(${suffixesWith(database, text)})`,
    contains,
  };
}

export function containsText(database: Database, column: string, text: string): RawBuilder<boolean> {
  return sql`${database.positionOf(column, text)} > 0`;
}

/** The `sequence` of each live application whose passport key contains the text. */
export function suffixesWith(database: Database, text: string): RawBuilder<unknown> {
  const length = lengthOf(text);
  const contains = containsText(database, 'application.passportKey', text);
  if (length < suffixMin) return walked(contains);
  if (length <= suffixMax) {
    const last = text + '\u{10ffff}'.repeat(suffixMax);
    return sql`select distinct sequence from application_suffix where suffix between ${text} and ${last}`;
  }
  const start = [...text].slice(0, suffixMax).join('');
  const begun = sql`select sequence from application_suffix where suffix = ${start}`;
  return sql`${walked(contains)} and sequence in (${begun})`;
}

function walked(contains: Search['contains']): RawBuilder<unknown> {
  return sql`select sequence from application where deleted_at is null and ${contains}`;
}

const lengthOf = (text: string) => [...text].length;

interface Window {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** One page and the total of what contains the text; `newest` is the highest sequence number. */
export async function searchPage(
  query: Query,
  search: Search,
  window: Window,
  newest: number,
): Promise<{ sequences: number[]; total: number }> {
  if (window.offset >= newest) return { sequences: [], total: await countMatches(query, search) };
  if (!search.isCountedApart) {
    const rows = await pageWithTotal(query, search.matches, window);
    const isTotalKnown = rows.length > 0 || window.offset === 0;
    const total = isTotalKnown ? (rows[0]?.total ?? 0) : await countMatches(query, search);
    return { sequences: rows.map(({ sequence }) => sequence), total: Number(total) };
  }
  const total = await countMatches(query, search);
  if (window.offset >= total) return { sequences: [], total };
  const limit = Math.min(window.limit, total - window.offset);
  const fromEnd = total - window.offset - limit;
  const isNearerEnd = fromEnd < window.offset;
  const offset = isNearerEnd ? fromEnd : window.offset;
  const order = isNearerEnd === (window.order === 'asc') ? 'desc' : 'asc';
  const steps = ((offset + limit) * newest) / total;
  const source = steps < total * stepsPerMatch ? sql`(${walked(search.contains)})` : search.matches;
  const { rows } = await sql<{ sequence: number }>`
    select sequence from ${source} as found order by sequence ${sql.raw(order)} limit ${sql.lit(limit)} offset ${offset}
  `.execute(query);
  const sequences = rows.map(({ sequence }) => sequence);
  return { sequences: isNearerEnd ? sequences.reverse() : sequences, total };
}

/** Page and total as one statement; null where the total comes from the tally of grams. */
export function newestSearchPage(
  { gram, isCountedApart, matches }: Search,
  { offset, limit }: Omit<Window, 'order'>,
): PageSource | null {
  if (gram !== null) return null;
  const total = isCountedApart ? sql`(select count(*) from ${matches} as found)` : sql`page.total`;
  const totalOfPage = isCountedApart ? sql`` : sql`, count(*) over () as total`;
  return {
    total: sql`${total}`,
    page: sql`(
      select sequence ${totalOfPage} from ${matches} as found
      order by sequence desc limit ${sql.lit(limit)} offset ${offset}
    )`,
  };
}

export async function countMatches(query: Query, { gram, matches }: Search): Promise<number> {
  if (gram !== null) {
    const row = await query.selectFrom('applicationGram').select('count').where('gram', '=', gram).executeTakeFirst();
    return row?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${matches} as found`.execute(query);
  return Number(rows[0]?.count);
}

/** Every row has the total. */
async function pageWithTotal(query: Query, matches: Search['matches'], { order, limit, offset }: Window) {
  const { rows } = await sql<{ sequence: number; total: number }>`
    select sequence, count(*) over () as total from ${matches} as found
    order by sequence ${sql.raw(order)} limit ${sql.lit(limit)} offset ${offset}
  `.execute(query);
  return rows;
}
