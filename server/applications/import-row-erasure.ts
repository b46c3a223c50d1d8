/**
 * Rows of imports that still have the cells of their file. Only a check says which column has the passport, and it may
 * have been told a wrong one, so no hash finds them for sure: each cell is read as the check would read it.
 */
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { passportKey } from '../../contract/text.ts';
import type { Context } from '../context.ts';
import type { Query } from '../db/database.ts';
import { deleteImportRows, importIds, rowsWithCells } from './erasure.db.ts';

const rowsAtOnce = 50;

interface FoundRow {
  runId: string;
  number: number;
  passportKey: string;
}

/** The rows that were found, and the number up to which each import was read. */
export interface ImportRowSearch {
  rows: FoundRow[];
  readTo: ReadonlyMap<string, number>;
}

/** Makes `eraseImportRows` read all of them. */
export const unsearched: ImportRowSearch = { rows: [], readTo: new Map() };

/** `cells` is JSON, as a row of an import has it. A check takes no longer text for a passport, and a long one is costly. */
export function passportsIn(cells: string, passportKeys: ReadonlySet<string>): string[] {
  return (JSON.parse(cells) as string[])
    .filter((cell) => cell.length <= 2 * limits.textLengthMax)
    .map(passportKey)
    .filter((key) => passportKeys.has(key));
}

/**
 * To be called before the transaction that erases, since there may be millions of cells: requests are served between the
 * pieces, and nothing is locked.
 */
export function searchImportRows(
  { query }: Context,
  passportKeys: ReadonlySet<string>,
  rest: () => Promise<unknown> = setImmediate,
): Promise<ImportRowSearch> {
  return search(query, passportKeys, unsearched.readTo, rest);
}

/** Erases the rows that were found of these passports, and those that have been read from a file since. */
export async function eraseImportRows(
  { query }: Context,
  passportKeys: ReadonlySet<string>,
  { rows, readTo }: ImportRowSearch,
): Promise<void> {
  const since = await search(query, passportKeys, readTo, async () => {});
  const theirs = [...rows.filter((row) => passportKeys.has(row.passportKey)), ...since.rows];
  const byRun = Map.groupBy(theirs, ({ runId }) => runId);
  for (const [runId, found] of byRun)
    await deleteImportRows(
      query,
      runId,
      found.map(({ number }) => number),
    );
}

async function search(
  query: Query,
  passportKeys: ReadonlySet<string>,
  from: ReadonlyMap<string, number>,
  rest: () => Promise<unknown>,
): Promise<ImportRowSearch> {
  const found: FoundRow[] = [];
  const readTo = new Map<string, number>();
  for (const runId of await importIds(query)) {
    for (let after = from.get(runId) ?? 0; ; await rest()) {
      const rows = await rowsWithCells(query, runId, { after, limit: rowsAtOnce });
      for (const { number, cells } of rows) {
        for (const key of passportsIn(cells, passportKeys)) found.push({ runId, number, passportKey: key });
      }
      after = rows.at(-1)?.number ?? after;
      readTo.set(runId, after);
      if (rows.length < rowsAtOnce) break;
    }
  }
  return { rows: found, readTo };
}
