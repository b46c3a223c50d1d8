/** What an edit overwrites is kept for as long as a deleted record is, and can be brought back field by field. */
import { limits } from '../../contract/limits.ts';
import { type Context, inTransaction } from '../context.ts';
import { Refusal, refuseField } from '../refusal.ts';
import { type ApplicationDetails, type ApplicationRow, changeApplication, requireLive } from './applications.ts';
import { deleteFormerValues, formerValuesSince } from './former-values.db.ts';
import { leaveRemains } from './remains.ts';

export type FormerValues = Partial<Record<keyof ApplicationDetails, { from: string; to: string }>>;

export interface FormerVersion {
  version: number;
  at: string;
  accountName: string | null;
  changes: FormerValues;
}

export async function formerVersions(ctx: Context, id: string): Promise<FormerVersion[]> {
  await requireLive(ctx, id);
  const rows = await formerValuesSince(ctx, id, keptSince(ctx));
  return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) as FormerValues }));
}

/** A change like any other: these fields are again as they were before that version. */
export async function bringBack(
  ctx: Context,
  id: string,
  version: number,
  fields: readonly (keyof ApplicationDetails)[],
): Promise<ApplicationRow> {
  const former = (await formerVersions(ctx, id)).find((one) => one.version === version);
  if (!former) throw new Refusal('not_found');
  const pairs = fields.map((field) => {
    const change = former.changes[field];
    if (!change) throw refuseField('fields', 'invalid_fields');
    return [field, change.from];
  });
  return changeApplication(
    ctx,
    id,
    { details: Object.fromEntries(pairs), version: null, files: new Map(), columnOf: () => 'photo', emptied: [] },
    'application.changed',
  );
}

export async function purgeFormerValues(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await deleteFormerValues(ctx, keptSince(ctx))) await leaveRemains(ctx);
  });
}

function keptSince(ctx: Context): string {
  return new Date(ctx.now().getTime() - limits.restoreDays * 86_400_000).toISOString();
}
