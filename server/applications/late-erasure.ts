/**
 * Erases what was written about a person just after the record was erased: rows of a file that was being read, and
 * failed tries that had begun before.
 */
import { type Context, inTransaction, timeAgo } from '../context.ts';
import { type ErasedRecord, ownErasures, recentErasures } from '../erasures/erasures.ts';
import { passportHashes } from '../guesses/guesses.ts';
import { deleteMisses, importsBegun } from './erasure.db.ts';
import { deleteMatching, findRowsOfImports, type Passports } from './import-row-erasure.ts';
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

/**
 * Erases the rows of a file whose person was erased while it was read. To be called before its rows become records,
 * which no sweep would recognise.
 */
export async function eraseLateRowsOfImport(ctx: Context, run: { id: string; createdAt: string }): Promise<void> {
  const passports = (await recentErasures(ctx)).flatMap((line) => (line.at >= run.createdAt ? line.passports : []));
  if (passports.length === 0) return;
  const rows = await findRowsOfImports(ctx, [run.id], withHashes(ctx, passports));
  if (rows.length === 0) return;
  await inTransaction(ctx, async (ctx) => {
    await deleteMatching(ctx.db, rows);
    await requestPhysicalErasure(ctx, 'by a sweep');
  });
}

/** Whether somebody was erased at this moment or later. */
export async function wasAnyoneErasedSince(ctx: Context, at: string): Promise<boolean> {
  return (await recentErasures(ctx)).some((line) => line.at >= at);
}

/** The passports that have one of these keyed hashes. */
function withHashes({ keys }: Context, hashes: readonly string[]): Passports {
  const wanted = new Set(hashes);
  return { has: (key) => passportHashes(keys, key).some((hash) => wanted.has(hash)) };
}

async function eraseLateRowsOf(ctx: Context, { at, passports }: ErasedRecord): Promise<void> {
  const begun = await importsBegun(ctx.db, new Date(Date.parse(at) - begunMs).toISOString(), at);
  const rows = await findRowsOfImports(ctx, begun, withHashes(ctx, passports));
  await inTransaction(ctx, async (ctx) => {
    await deleteMatching(ctx.db, rows);
    const hadMisses = await deleteMisses(ctx.db, passports, at);
    if (rows.length > 0 || hadMisses) await requestPhysicalErasure(ctx, 'by a sweep');
  });
}
