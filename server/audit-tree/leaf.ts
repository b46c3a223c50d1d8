/** An entry of the audit log as a leaf of the tree, and the mark by which the product knows its own entries. */

import type { Insertable, Selectable } from 'kysely';
import type { AuditTable } from '../db/tables.ts';
import type { Keys } from '../keys.ts';

type Entry = Omit<Insertable<AuditTable>, 'sequence' | 'mac'>;
export type LeafRow = Omit<Selectable<AuditTable>, 'mac'>;

/**
 * The bytes of a leaf: the columns of the row as one JSON object, in the order of their names. docs/operations.md
 * describes them to others, so they never change.
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
 * A keyed hash of a new entry. Until the entry is in the tree, it shows that the product wrote it: somebody who has
 * only the database cannot add one.
 */
export function macOf(keys: Keys, entry: Entry): string {
  const { id, at, actorId, actorName, action, record, fields, detail } = entry;
  return keys.hash('audit entry', JSON.stringify([id, at, actorId, actorName, action, record, fields, detail]));
}
