import { z } from 'zod';
import { cappedNumber } from './fields.ts';

const id = z.string({ error: 'invalid_id' }).regex(/^[0-9a-f]{24}$/, { error: 'invalid_id' });

/** In the place of a person: what was done by nobody who is signed in. */
export const theProduct = 'product';

export const auditQuery = z.object({
  user: z.union([z.literal(theProduct), id], { error: 'invalid_id' }).optional(),
  record: id.optional(),
  page: cappedNumber('invalid_page').default(1),
});

export interface AuditEntry {
  _id: string;
  at: string;
  /** Who did it; null for the product itself. */
  actor: { _id: string; name: string } | null;
  action: string;
  record: string | null;
  fields: string[];
}

export interface AuditAnswer {
  entries: AuditEntry[];
  total: number;
  totalPages: number;
}
