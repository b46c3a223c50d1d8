/**
 * The SQL of contained passport text. A text of up to three characters has its total
 * in a tally of grams. Three characters or more begin a suffix of each passport that
 * contains them; a text that many contain is found sooner on a walk through the list.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Query } from '../db/database.ts';

const gramMax = 3;
const suffixMin = 3;
const suffixMax = 16;

/** A match out of the suffixes, with the sorting of all of them, costs as much as so many steps of the walk. */
const stepsPerMatch = 2;

export interface Search {
  text: string;
  length: number;
  /** A table with the `sequence` of each live application that contains the text. */
  matches: RawBuilder<{ sequence: number }>;
  contains: RawBuilder<boolean>;
}

/** What makes up a list's page: a scalar of its total, which may name the `page`, and a table of its sequence numbers. */
export interface PageSource {
  total: RawBuilder<number>;
  page: RawBuilder<{ sequence: number }>;
}

export function searchFor(database: Database, text: string): Search {
  const contains = database.passportContains(text);
  const { length } = [...text];
  return { text, length, matches: length < suffixMin ? walked(contains) : indexed(text, length, contains), contains };
}

function walked(contains: Search['contains']): Search['matches'] {
  return sql`(select sequence from application where deleted_at is null and ${contains})`;
}

function indexed(text: string, length: number, contains: Search['contains']): Search['matches'] {
  if (length <= suffixMax) {
    const last = text + '\u{10ffff}'.repeat(suffixMax);
    return sql`(select distinct sequence from application_suffix where suffix between ${text} and ${last})`;
  }
  const start = [...text].slice(0, suffixMax).join('');
  const begun = sql`select sequence from application_suffix where suffix = ${start}`;
  return sql`(select sequence from application where deleted_at is null and ${contains} and sequence in (${begun}))`;
}

interface Window {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** One page and the total of what contains the text; `newest` is the highest sequence number. */
export async function pageFound(
  query: Query,
  search: Search,
  window: Window,
  newest: number,
): Promise<{ sequences: number[]; total: number }> {
  if (window.offset >= newest) return { sequences: [], total: await countFound(query, search) };
  if (search.length > gramMax) {
    const rows = await select(query, search.matches, window);
    const isTotalKnown = rows.length > 0 || window.offset === 0;
    const total = isTotalKnown ? (rows[0]?.total ?? 0) : await countFound(query, search);
    return { sequences: rows.map(({ sequence }) => sequence), total: Number(total) };
  }
  const total = await countFound(query, search);
  if (window.offset >= total) return { sequences: [], total };
  const limit = Math.min(window.limit, total - window.offset);
  const fromEnd = total - window.offset - limit;
  const isNearerEnd = fromEnd < window.offset;
  const offset = isNearerEnd ? fromEnd : window.offset;
  const order = isNearerEnd === (window.order === 'asc') ? 'desc' : 'asc';
  const steps = ((offset + limit) * newest) / total;
  const source = steps < total * stepsPerMatch ? walked(search.contains) : search.matches;
  const { rows } = await sql<{ sequence: number }>`
    select sequence from ${source} as found order by sequence ${sql.raw(order)} limit ${limit} offset ${offset}
  `.execute(query);
  const sequences = rows.map(({ sequence }) => sequence);
  return { sequences: isNearerEnd ? sequences.reverse() : sequences, total };
}

/** The same as one statement, where the total comes with the page; null where it is looked up by itself. */
export function newestFound(search: Search, { offset, limit }: Omit<Window, 'order'>): PageSource | null {
  if (search.length <= gramMax) return null;
  return {
    total: sql`page.total`,
    page: sql`(
      select sequence, count(*) over () as total from ${search.matches} as found
      order by sequence desc limit ${limit} offset ${offset}
    )`,
  };
}

export async function countFound(query: Query, { text, length, matches }: Search): Promise<number> {
  if (length <= gramMax) {
    const gram = await query.selectFrom('applicationGram').select('count').where('gram', '=', text).executeTakeFirst();
    return gram?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${matches} as found`.execute(query);
  return Number(rows[0]?.count);
}

async function select(query: Query, matches: Search['matches'], { order, limit, offset }: Window) {
  const { rows } = await sql<{ sequence: number; total: number }>`
    select sequence, count(*) over () as total from ${matches} as found
    order by sequence ${sql.raw(order)} limit ${limit} offset ${offset}
  `.execute(query);
  return rows;
}
