/**
 * The SQL of searches, and of the search for a part of a passport number. The total for a text of up to three
 * characters is in the tally of grams. A text of three characters or more is the beginning of a suffix of each passport
 * that contains it; where many passports contain it, scanning the list is faster.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';

const gramMax = 3;
const suffixMin = 3;
const suffixMax = 16;

/** How many scanned rows are assumed to cost as much as a match in the suffixes, sorting included. */
const scannedRowsPerMatch = 2;

export interface Search {
  /** A text whose total is in the tally; null where the matches must be counted. */
  gram: string | null;
  /** Whether reading the page and the total separately is faster than together. */
  isCountedSeparately: boolean;
  /** A table with the `sequence` of each live application that the search finds. */
  matches: RawBuilder<{ sequence: number }>;
  /** The same condition for a row of `application`. */
  contains: RawBuilder<boolean>;
  /** Whether a list reads its records in its own order and keeps those that match, instead of reading all matches. */
  isScanned: boolean;
}

/** The SQL of a list's page: a scalar for its total, which may refer to `page`, and a table of its sequence numbers. */
export interface PageSource {
  total: RawBuilder<number>;
  page: RawBuilder<{ sequence: number }>;
}

/** The search for a text in the passport key; the text must not be empty. */
export function passportSearch(database: Database, text: string): Search {
  const contains = containsText(database, 'application.passportKey', text);
  const hasGram = lengthOf(text) <= gramMax;
  return {
    gram: hasGram ? text : null,
    isCountedSeparately: hasGram,
    matches: sql`(${suffixesWith(database, text)})`,
    contains,
    isScanned: false,
  };
}

export function containsText(database: Database, column: string, text: string): RawBuilder<boolean> {
  return sql`${database.positionOf(column, text)} > 0`;
}

/** The `sequence` of each live application whose passport key contains the text. */
export function suffixesWith(database: Database, text: string): RawBuilder<unknown> {
  const length = lengthOf(text);
  const contains = containsText(database, 'application.passportKey', text);
  if (length < suffixMin) return scan(contains);
  if (length <= suffixMax) {
    const last = text + '\u{10ffff}'.repeat(suffixMax);
    return sql`select distinct sequence from application_suffix where suffix between ${text} and ${last}`;
  }
  const start = [...text].slice(0, suffixMax).join('');
  const candidates = sql`select sequence from application_suffix where suffix = ${start}`;
  return sql`${scan(contains)} and sequence in (${candidates})`;
}

function scan(contains: Search['contains']): RawBuilder<unknown> {
  return sql`select sequence from application where deleted_at is null and ${contains}`;
}

const lengthOf = (text: string) => [...text].length;

export interface PageWindow {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/**
 * The same page read from the end of the list that is nearer to it, without rows that do not exist. Where `isReversed`,
 * the rows arrive in the other order.
 */
export function fromNearerEnd(
  { order, offset, limit }: PageWindow,
  total: number,
): PageWindow & { isReversed: boolean } {
  const rows = Math.min(limit, total - offset);
  const afterPage = total - offset - rows;
  if (afterPage >= offset) return { order, offset, limit: rows, isReversed: false };
  return { order: order === 'asc' ? 'desc' : 'asc', offset: afterPage, limit: rows, isReversed: true };
}

/** Whether scanning the list up to this page probably costs less than reading all `total` matches of the search. */
export function isScanFaster({ offset, limit }: Omit<PageWindow, 'order'>, total: number, newest: number): boolean {
  const scannedRows = ((offset + limit) * newest) / total;
  return scannedRows < total * scannedRowsPerMatch;
}

/** One page of a search, and its total; `newest` is the highest sequence number. */
export async function searchPage(
  db: Db,
  search: Search,
  window: PageWindow,
  newest: number,
): Promise<{ sequences: number[]; total: number }> {
  if (window.offset >= newest) return { sequences: [], total: await countMatches(db, search) };
  if (!search.isCountedSeparately) {
    const rows = await pageWithTotal(db, search.matches, window);
    const isTotalKnown = rows.length > 0 || window.offset === 0;
    const total = isTotalKnown ? (rows[0]?.total ?? 0) : await countMatches(db, search);
    return { sequences: rows.map(({ sequence }) => sequence), total: Number(total) };
  }
  const total = await countMatches(db, search);
  if (window.offset >= total) return { sequences: [], total };
  const { order, offset, limit, isReversed } = fromNearerEnd(window, total);
  const isScanned = isScanFaster({ offset, limit }, total, newest);
  const source = isScanned ? sql`(${scan(search.contains)})` : search.matches;
  const { rows } = await sql<{ sequence: number }>`
    select sequence from ${source} as found order by sequence ${sql.raw(order)} limit ${sql.lit(limit)} offset ${offset}
  `.execute(db);
  const sequences = rows.map(({ sequence }) => sequence);
  return { sequences: isReversed ? sequences.reverse() : sequences, total };
}

/** The SQL of a page and its total in one statement; null where the total comes from the tally of grams. */
export function newestSearchPage(
  { gram, isCountedSeparately, matches }: Search,
  { offset, limit }: Omit<PageWindow, 'order'>,
): PageSource | null {
  if (gram !== null) return null;
  const total = isCountedSeparately ? sql<number>`(select count(*) from ${matches} as found)` : sql<number>`page.total`;
  const totalOfPage = isCountedSeparately ? sql`` : sql`, count(*) over () as total`;
  return {
    total,
    page: sql`(
      select sequence ${totalOfPage} from ${matches} as found
      order by sequence desc limit ${sql.lit(limit)} offset ${offset}
    )`,
  };
}

export async function countMatches(db: Db, { gram, matches }: Search): Promise<number> {
  if (gram !== null) {
    const row = await db.selectFrom('applicationGram').select('count').where('gram', '=', gram).executeTakeFirst();
    return row?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${matches} as found`.execute(db);
  return Number(rows[0]?.count);
}

/** Every returned row has the total. */
async function pageWithTotal(db: Db, matches: Search['matches'], { order, limit, offset }: PageWindow) {
  const { rows } = await sql<{ sequence: number; total: number }>`
    select sequence, count(*) over () as total from ${matches} as found
    order by sequence ${sql.raw(order)} limit ${sql.lit(limit)} offset ${offset}
  `.execute(db);
  return rows;
}
