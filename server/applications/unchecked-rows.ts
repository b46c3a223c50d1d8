/**
 * Rows of imports that nobody has checked. Nothing says yet which of their columns has the passport, so none of them
 * can be found by its hash: each cell is read as the check would read it.
 */
import { passportKey } from '../../contract/text.ts';
import type { Context } from '../context.ts';
import { deleteImportRows, importIds, uncheckedRows } from './erasing.db.ts';

const rowsAtOnce = 500;

/** `cells` is JSON, as a row of an import has it. */
export function hasPassport(cells: string | null, passportKeys: ReadonlySet<string>): boolean {
  return (JSON.parse(cells ?? '[]') as string[]).some((cell) => passportKeys.has(passportKey(cell)));
}

export async function eraseUncheckedRows({ query }: Context, passportKeys: ReadonlySet<string>): Promise<void> {
  for (const runId of await importIds(query)) {
    for (let after = 0; ; ) {
      const rows = await uncheckedRows(query, runId, { after, limit: rowsAtOnce });
      const theirs = rows.filter(({ cells }) => hasPassport(cells, passportKeys)).map(({ number }) => number);
      await deleteImportRows(query, runId, theirs);
      if (rows.length < rowsAtOnce) break;
      after = rows.at(-1)?.number ?? 0;
    }
  }
}
