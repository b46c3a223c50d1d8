/** The request that says who works on which records. */
import { z } from 'zod';
import { nobody, oneself, othersChoices } from '../../contract/assigning.ts';
import { wholeNumber } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { findRequest } from '../applications/requests.ts';
import { recordId } from '../request-fields.ts';

const filter = findRequest.omit({ page: true, limit: true, sort: true, order: true, deleted: true });

/** Either ids, or the filter of a list and its `asOf`, which leaves out records that arrived since. */
export const assignRequest = z
  .object({
    assignee: z.union([z.enum([oneself, nobody]), recordId('invalid_assignee')], { error: 'invalid_assignee' }),
    others: z.enum(othersChoices, { error: 'invalid_selection' }).default('refuse'),
    /** The people who had the records when they were shown; records of others are not taken. */
    takenFrom: z
      .array(recordId('invalid_selection'), { error: 'invalid_selection' })
      .max(limits.assignedByIdMax, { error: 'too_many_ids' })
      .optional(),
    ids: z
      .array(recordId('invalid_selection'), { error: 'invalid_selection' })
      .min(1, { error: 'invalid_selection' })
      .max(limits.assignedByIdMax, { error: 'too_many_ids' })
      .optional(),
    /** The total of the list; if more records match now, the call is refused. */
    total: wholeNumber('invalid_selection', 0).optional(),
    ...filter.shape,
  })
  .refine(({ ids, asOf }) => (ids === undefined) !== (asOf === undefined), {
    error: 'invalid_selection',
    path: ['ids'],
  });
export type AssignRequest = z.output<typeof assignRequest>;
