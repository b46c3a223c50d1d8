/** An entry of the audit log as a leaf of the tree, and the MAC by which the product recognises its own entries. */
import type { Insertable, Selectable } from 'kysely';
import type { AuditTable } from '../db/tables.ts';
import type { Keys } from '../keys.ts';

type Entry = Omit<Insertable<AuditTable>, 'sequence' | 'mac'>;
export type LeafRow = Omit<Selectable<AuditTable>, 'mac'>;

/**
 * The bytes of a leaf: the columns of the row as one JSON object, in the order of their names. They are documented in
 * docs/operations.md for other programs, so they must never change.
 */
export function leafOf(row: LeafRow): string {
  return JSON.stringify({
    action: row.action,
    actor_id: row.actorId,
    actor_name: row.actorName,
    at: row.at,
    detail: row.detail,
    fields: row.fields,
    id: row.id,
    record: row.record,
    sequence: row.sequence,
  });
}

/**
 * A keyed hash of a new entry. Until the entry is in the tree, the hash proves that the product wrote it: somebody who
 * has only the database cannot forge an entry.
 */
export function macOf(keys: Keys, entry: Entry): string {
  const { id, at, actorId, actorName, action, record, fields, detail } = entry;
  return keys.hash('audit entry', JSON.stringify([id, at, actorId, actorName, action, record, fields, detail]));
}
