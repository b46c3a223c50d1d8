/**
 * The SQL of a search by all search keys: ranges of the table of keys. Where the ranges may return many records they
 * are disjoint, so that the records can be counted without sorting.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { containsText, passportSearch, type Search, suffixesWith } from './search.db.ts';
import { kindLetters, reversed } from './search-keys.ts';
import type { NameTerms, SearchTerms } from './search-terms.ts';

type Condition = RawBuilder<boolean>;
type Rows = RawBuilder<unknown>;

/** Null where the text contains nothing to search for. */
export function keySearch(database: Database, terms: SearchTerms): Search | null {
  const beginnings = beginningsOf(terms);
  const { name, passport } = terms;
  if (!name && beginnings.length === 0) return passport === '' ? null : passportSearch(database, passport);
  const inStored = (beginning: string) =>
    containsText(database, 'application.searchKeys', JSON.stringify(beginning).slice(0, -1));
  const others = beginnings.map(inStored);
  const named = name && allOf(name.map((key) => inStored(kindLetters.name + key)));
  const keyed = anyOf(named ? [named, ...others] : others);
  const ofPassport = passport === '' ? null : suffixesWith(database, passport);
  const inPassport = passport === '' ? [] : [containsText(database, 'application.passportKey', passport)];
  const parts = name
    ? [...disjointRanges(database, name, beginnings), ...(ofPassport ? [without(ofPassport, keyed)] : [])]
    : [...beginnings.map((beginning) => keysWhere(startsWith(beginning))), ...(ofPassport ? [ofPassport] : [])];
  const matches = sql<{ sequence: number }>`(${sql.join(parts, name ? sql` union all ` : sql` union `)})`;
  return { gram: null, isCountedSeparately: true, matches, contains: anyOf([...inPassport, keyed]), isScanned: false };
}

/** The beginnings of search keys, except those of names. */
function beginningsOf({ email, phone, nationalIds }: SearchTerms): string[] {
  return [
    ...(email === null ? [] : [kindLetters.email + email]),
    ...(phone?.beginning ? [kindLetters.phone + phone.beginning] : []),
    ...(phone ? [kindLetters.phoneEnding + reversed(phone.ending)] : []),
    ...nationalIds.map((id) => kindLetters.nationalId + id),
  ];
}

/** Every record with that name once, and then those that match another key and not the name. */
function disjointRanges(database: Database, name: NameTerms, beginnings: readonly string[]): Rows[] {
  const has = (key: string) => containsText(database, 'key', ` ${key}`);
  const [first, ...rest] = name;
  // The second word of a key is the word before its first one in the sorted name. Where both begin with the searched
  // text, the record is found by the key of that other word, so this one is skipped.
  const isRepeated = sql<boolean>`${database.positionOf('key', ` ${first}`)} = ${database.positionOf('key', ' ')}`;
  return [
    keysWhere(allOf([startsWith(kindLetters.name + first), not(isRepeated), ...rest.map(has)])),
    ...beginnings.map((beginning) => keysWhere(allOf([startsWith(beginning), not(allOf(name.map(has)))]))),
  ];
}

function keysWhere(condition: Condition): Rows {
  return sql`select sequence from application_key where ${condition}`;
}

function without(rows: Rows, excluded: Condition): Rows {
  return sql`
    select application.sequence from application join (${rows}) as beginning on beginning.sequence = application.sequence
    where not coalesce(${excluded}, false)
  `;
}

function startsWith(text: string): Condition {
  return sql`key between ${text} and ${`${text}\u{10ffff}\u{10ffff}`}`;
}

const not = (condition: Condition): Condition => sql`not (${condition})`;
const allOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;
const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;
