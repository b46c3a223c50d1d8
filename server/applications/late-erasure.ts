/**
 * Erases what was written about a person just after the record was erased: rows of a file that was being read, and
 * failed tries that had begun before.
 */
import { type Context, inTransaction, timeAgo } from '../context.ts';
import { type ErasedRecord, ownErasures } from '../erasures/erasures.ts';
import { passportHashes } from '../guesses/guesses.ts';
import { deleteMisses, importsBegun } from './erasure.db.ts';
import { deleteMatching, findRowsOfImports } from './import-row-erasure.ts';
import { requestPhysicalErasure } from './physical-erasure.ts';

/** How long an import may read its file. */
export const readingMsMax = 30 * 60_000;
/** An import that began earlier has stored its last row, even one that was under way when its time was over. */
const begunMs = 2 * readingMsMax;
/** A sweep comes each hour. */
const recentMs = begunMs + 3_600_000;

export async function eraseLateRows(ctx: Context): Promise<void> {
  const since = timeAgo(ctx, recentMs);
  for (const line of await ownErasures(ctx.settings)) {
    if (line.at >= since && line.passports.length > 0) await eraseLateRowsOf(ctx, line);
  }
}

async function eraseLateRowsOf(ctx: Context, { at, passports }: ErasedRecord): Promise<void> {
  const hashes = new Set(passports);
  const erased = { has: (key: string) => passportHashes(ctx.keys, key).some((hash) => hashes.has(hash)) };
  const begun = await importsBegun(ctx.db, new Date(Date.parse(at) - begunMs).toISOString(), at);
  const rows = await findRowsOfImports(ctx, begun, erased);
  await inTransaction(ctx, async (ctx) => {
    await deleteMatching(ctx.db, rows);
    const hadMisses = await deleteMisses(ctx.db, passports, at);
    if (rows.length > 0 || hadMisses) await requestPhysicalErasure(ctx, 'by a sweep');
  });
}
