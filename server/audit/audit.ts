/**
 * Writes the audit log, one row per change, in the transaction of the change, and reads the entries on which rules
 * depend.
 */
import type { Insertable } from 'kysely';
import type { AuditAction } from '../../contract/audit.ts';
import type { AuditEntry } from '../../contract/audit-answers.ts';
import { macOf } from '../audit-tree/leaf.ts';
import type { Context } from '../context.ts';
import type { AuditTable } from '../db/tables.ts';
import { newId } from '../identifiers.ts';
import type { Keys } from '../keys.ts';
import { type AuditRow, entriesAbout, entriesWith, insertEntries, replaceMac, rowsIn } from './audit.db.ts';

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
 * The records to which this was done, with the times. An entry without a valid MAC is ignored, whether or not it is in
 * the tree: somebody who can write into the database can add a leaf as well, whose hash needs no key.
 */
export async function recordsOf(ctx: Context, action: AuditAction): Promise<{ id: string; at: string }[]> {
  const entries = (await entriesWith(ctx, action)).filter((entry) => isWrittenWith(ctx.keys, entry));
  return entries.flatMap(({ record, at }) => (record === null ? [] : [{ id: record, at }]));
}

/**
 * Within the transaction that makes `ctx.keys` the keys of the database: gives the entries with this action MACs of the
 * new key, so that they still count. `former` is null where the former key was lost; then every entry is trusted.
 */
export async function renewMacs(ctx: Context, action: AuditAction, former: Keys | null): Promise<void> {
  const entries = await entriesWith(ctx, action);
  for (const entry of entries.filter((entry) => former === null || isWrittenWith(former, entry))) {
    await replaceMac(ctx, entry, macOf(ctx.keys, entry));
  }
}

function isWrittenWith(keys: Keys, entry: AuditRow): boolean {
  return [keys, ...(keys.former ? [keys.former] : [])].some((keys) => entry.mac === macOf(keys, entry));
}

/** For each record, the name of the last person who did this to it; null when nobody was signed in. */
export async function lastActorNames(
  ctx: Context,
  action: AuditAction,
  records: readonly string[],
): Promise<ReadonlyMap<string | null, string | null>> {
  const entries = records.length ? await entriesAbout(ctx, action, records) : [];
  return new Map(entries.map(({ record, actorName }) => [record, actorName]));
}

/** The number of rows in all entries with this action about the record. */
export async function rowsInEntries(ctx: Context, action: AuditAction, record: string): Promise<number> {
  return rowsIn(await entriesAbout(ctx, action, [record]));
}
