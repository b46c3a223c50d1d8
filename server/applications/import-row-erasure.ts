/**
 * Erases import rows that still have the cells of their file. Which column has the passport is known only after a
 * check, and somebody may have chosen a wrong one, so no stored hash is enough: each cell is compared as the check
 * would read it.
 */
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { passportKey } from '../../contract/text.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { deleteImportRows, importIds, namedImports, removeImportName, rowsWithCells } from './erasure.db.ts';

const rowsAtOnce = 50;

/** Whether a passport is one of those that are erased. */
export type Passports = Pick<ReadonlySet<string>, 'has'>;

interface MatchingRow {
  runId: string;
  number: number;
  passportKey: string;
}

/** The rows with one of these passports, and the number up to which each import was read. */
export interface ImportRowSearch {
  passportKeys: ReadonlySet<string>;
  rows: MatchingRow[];
  readThrough: ReadonlyMap<string, number>;
}

/** `cells` is JSON. A longer text is no passport for a check, and normalising it would be costly. */
export function passportsIn(cells: string, passportKeys: Passports): string[] {
  return (JSON.parse(cells) as string[])
    .filter((cell) => cell.length <= limits.importCellLengthMax)
    .map(passportKey)
    .filter((key) => passportKeys.has(key));
}

/**
 * To be called before the transaction that erases, since there may be millions of cells: here requests are served
 * between the batches, and nothing is locked.
 */
export function searchImportRows({ db }: Context, passportKeys: ReadonlySet<string>): Promise<ImportRowSearch> {
  return search(db, passportKeys, new Map(), setImmediate);
}

/**
 * Erases the rows with these passports: those found, and those read from a file since the search. If the search was for
 * other passports, all rows are read again.
 */
export async function eraseImportRows(
  { db }: Context,
  passportKeys: ReadonlySet<string>,
  { passportKeys: searched, rows, readThrough }: ImportRowSearch,
): Promise<void> {
  const from = passportKeys.isSubsetOf(searched) ? readThrough : new Map<string, number>();
  const since = await search(db, passportKeys, from, async () => {});
  await deleteMatching(db, [...rows.filter((row) => passportKeys.has(row.passportKey)), ...since.rows]);
}

/** A shorter part of a name occurs in the names of too many files. */
const namePartLengthMin = 3;

/** Whether the name of a file has one of these passports in it, or a part of one of these names of a person. */
export function isNamedAfter(fileName: string, names: readonly string[], passportKeys: Iterable<string>): boolean {
  const text = fileName.toLowerCase();
  const parts = names.flatMap((name) => name.toLowerCase().split(/\s+/));
  if (parts.some((part) => part.length >= namePartLengthMin && text.includes(part))) return true;
  const key = passportKey(fileName);
  return [...passportKeys].some((passport) => key.includes(passport));
}

/** Removes the name of each imported file that is named after the person. */
export async function eraseImportNames(
  { db }: Context,
  names: readonly string[],
  passportKeys: ReadonlySet<string>,
): Promise<void> {
  for (const { id, fileName } of await namedImports(db))
    if (isNamedAfter(fileName, names, passportKeys)) await removeImportName(db, id);
}

/** The rows of these imports with these passports; requests are served meanwhile. */
export async function findRowsOfImports(
  { db }: Context,
  runIds: readonly string[],
  passportKeys: Passports,
): Promise<MatchingRow[]> {
  return (await searchIn(db, runIds, passportKeys, new Map(), setImmediate)).matching;
}

export async function deleteMatching(db: Db, matching: readonly MatchingRow[]): Promise<void> {
  for (const [runId, ofRun] of Map.groupBy(matching, ({ runId }) => runId))
    await deleteImportRows(
      db,
      runId,
      ofRun.map(({ number }) => number),
    );
}

async function search(
  db: Db,
  passportKeys: ReadonlySet<string>,
  from: ReadonlyMap<string, number>,
  pause: () => Promise<unknown>,
): Promise<ImportRowSearch> {
  const { matching, readThrough } = await searchIn(db, await importIds(db), passportKeys, from, pause);
  return { passportKeys, rows: matching, readThrough };
}

async function searchIn(
  db: Db,
  runIds: readonly string[],
  passportKeys: Passports,
  from: ReadonlyMap<string, number>,
  pause: () => Promise<unknown>,
): Promise<{ matching: MatchingRow[]; readThrough: Map<string, number> }> {
  const matching: MatchingRow[] = [];
  const readThrough = new Map<string, number>();
  for (const runId of runIds) {
    for (let after = from.get(runId) ?? 0; ; await pause()) {
      const { rows, last } = await rowsWithCells(db, runId, { after, limit: rowsAtOnce });
      for (const { number, cells } of rows) {
        for (const key of passportsIn(cells, passportKeys)) matching.push({ runId, number, passportKey: key });
      }
      if (last === undefined) break;
      after = last;
      readThrough.set(runId, after);
    }
  }
  return { matching, readThrough };
}
