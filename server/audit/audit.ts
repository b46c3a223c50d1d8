/** Writes the audit log: one row per change, which the rule writes in the transaction of the change. */
import type { Insertable } from 'kysely';
import type { AuditAction } from '../../contract/audit.ts';
import type { AuditEntry } from '../../contract/audit-answers.ts';
import { leafOf, macOf } from '../audit-tree/leaf.ts';
import { leafHash } from '../audit-tree/merkle.ts';
import type { Context } from '../context.ts';
import type { AuditTable } from '../db/tables.ts';
import { newId } from '../identifiers.ts';
import { entriesOf, entriesWith, insertEntries } from './audit.db.ts';

export interface AuditEvent {
  action: AuditAction;
  /** The id of the changed record. */
  record: string | null;
  /** The wire names of the changed fields; never their values. */
  fields?: readonly string[];
  /** The actor, where it differs from that of the context. */
  actor?: { id: string; name: string } | null;
  detail?: NonNullable<AuditEntry['detail']>;
  /** The time, where it differs from the present. */
  at?: Date;
}

export async function writeAuditEntry(ctx: Context, event: AuditEvent): Promise<void> {
  await writeAuditEntries(ctx, [event]);
}

export async function writeAuditEntries(ctx: Context, events: readonly AuditEvent[]): Promise<void> {
  await insertEntries(
    ctx,
    events.map((event) => entryOf(ctx, event)),
  );
}

/** The row of an event, for a rule that inserts it together with its change. */
export function entryOf(ctx: Context, event: AuditEvent): Insertable<AuditTable> {
  const actor = event.actor === undefined ? ctx.actor : event.actor;
  const entry = {
    id: newId(),
    at: (event.at ?? ctx.now()).toISOString(),
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? null,
    action: event.action,
    record: event.record,
    fields: JSON.stringify(event.fields ?? []),
    detail: event.detail ? JSON.stringify(event.detail) : null,
  };
  return { ...entry, mac: macOf(ctx.keys, entry) };
}

/**
 * The records to which this was done, with the times. A forged entry, which is neither in the tree nor has a valid MAC,
 * is ignored.
 */
export async function recordsOf(ctx: Context, action: AuditAction): Promise<{ id: string; at: string }[]> {
  const entries = await entriesWith(ctx, action);
  return entries
    .filter(
      ({ hash, mac, ...row }) => mac === macOf(ctx.keys, row) || hash === leafHash(leafOf(row)).toString('base64'),
    )
    .flatMap(({ record, at }) => (record === null ? [] : [{ id: record, at }]));
}

/** For each record, the name of the last person who did this to it; null when nobody was signed in. */
export async function lastActorNames(
  ctx: Context,
  action: AuditAction,
  records: readonly string[],
): Promise<ReadonlyMap<string | null, string | null>> {
  const entries = records.length ? await entriesOf(ctx, action, records) : [];
  return new Map(entries.map(({ record, actorName }) => [record, actorName]));
}
