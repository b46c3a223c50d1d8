/** The SQL of the tree over the audit log. */
import type { Context } from '../context.ts';
import { installationSettings } from '../db/settings-table.ts';
import type { AuditCheckpointTable, AuditLeafTable } from '../db/tables.ts';

export const stateName = 'audit-tree';
export const settlingName = installationSettings.auditSettling;

/** The highest sequence number of an entry, 0 without any, and the two settings of the tree, read in one statement. */
export async function readStoredState(ctx: Context) {
  const row = await ctx.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('audit')
        .select((eb) => eb.fn.max('sequence').as('newest'))
        .as('newest'),
      eb.selectFrom('setting').select('value').where('name', '=', stateName).as('state'),
      eb.selectFrom('setting').select('value').where('name', '=', settlingName).as('settling'),
    ])
    .executeTakeFirst();
  return { newest: row?.newest ?? 0, state: row?.state ?? null, settling: row?.settling ?? null };
}

const entryColumns = [
  'audit.id',
  'audit.at',
  'audit.actorId',
  'audit.actorName',
  'audit.action',
  'audit.record',
  'audit.fields',
  'audit.detail',
] as const;

/**
 * The entries after a sequence number, or all for null, that are not leaves of the tree of this size yet. A leaf at
 * another position does not count, since it is not signed: otherwise somebody who writes into the database could hide
 * an entry from every check.
 */
export function entriesWithoutLeaf(
  ctx: Context,
  { after, size, limit }: { after: number | null; size: number; limit: number },
) {
  return (
    ctx.db
      .selectFrom('audit')
      .$if(after !== null, (query) => query.where('audit.sequence', '>', after))
      // The bound is repeated, because PostgreSQL would otherwise read every leaf for each batch of a long log.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('auditLeaf')
              .select('auditLeaf.position')
              .whereRef('auditLeaf.sequence', '=', 'audit.sequence')
              .$if(after !== null, (query) => query.where('auditLeaf.sequence', '>', after))
              .where('auditLeaf.position', '>=', 0)
              .where('auditLeaf.position', '<', size),
          ),
        ),
      )
      .select(entryColumns)
      .select(['audit.sequence', 'audit.mac'])
      .orderBy('audit.sequence')
      .limit(limit)
      .execute()
  );
}

export async function insertLeaves(ctx: Context, rows: readonly AuditLeafTable[]): Promise<void> {
  if (rows.length > 0) await ctx.db.insertInto('auditLeaf').values(rows).execute();
}

export async function insertCheckpoint(ctx: Context, row: AuditCheckpointTable): Promise<void> {
  await ctx.db.insertInto('auditCheckpoint').values(row).execute();
}

export async function newestCheckpoint(ctx: Context): Promise<AuditCheckpointTable | null> {
  const row = await ctx.db
    .selectFrom('auditCheckpoint')
    .selectAll()
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export function checkpointOf(ctx: Context, size: number): Promise<AuditCheckpointTable | undefined> {
  return ctx.db.selectFrom('auditCheckpoint').selectAll().where('size', '=', size).executeTakeFirst();
}

/** In the order of their sizes, up to `sizeMax`. */
export function checkpointsAfter(
  ctx: Context,
  size: number,
  limit: number,
  sizeMax: number,
): Promise<AuditCheckpointTable[]> {
  return ctx.db
    .selectFrom('auditCheckpoint')
    .selectAll()
    .where('size', '>', size)
    .where('size', '<=', sizeMax)
    .orderBy('size')
    .limit(limit)
    .execute();
}

/** The leaves from a position on, each with its entry; the columns of an entry that was removed are null. */
export function leavesFrom(ctx: Context, position: number, limit: number) {
  return ctx.db
    .selectFrom('auditLeaf')
    .leftJoin('audit', 'audit.sequence', 'auditLeaf.sequence')
    .where('auditLeaf.position', '>=', position)
    .select(entryColumns)
    .select(['auditLeaf.position', 'auditLeaf.hash', 'auditLeaf.sequence'])
    .orderBy('auditLeaf.position')
    .limit(limit)
    .execute();
}

/** The state, the number of leaves, and the size of the newest checkpoint, read in one statement. */
export async function readTree(ctx: Context): Promise<{ state: string | null; leaves: number; checkpoint: number }> {
  const row = await ctx.db
    .selectNoFrom((eb) => [
      eb.selectFrom('setting').select('value').where('name', '=', stateName).as('state'),
      eb
        .selectFrom('auditLeaf')
        .select((eb) => eb.fn.max('position').as('last'))
        .as('last'),
      eb
        .selectFrom('auditCheckpoint')
        .select((eb) => eb.fn.max('size').as('checkpoint'))
        .as('checkpoint'),
    ])
    .executeTakeFirstOrThrow();
  return { state: row.state ?? null, leaves: (row.last ?? -1) + 1, checkpoint: row.checkpoint ?? 0 };
}
