/** The answers about who works on what, and notes. */
import { z } from 'zod';
import { count, id, moment, textOrNull } from './answer-parts.ts';

/** Somebody who works on a record; null where nobody does. */
export const assignee = z.strictObject({ _id: id, name: z.string() });
export type Assignee = z.output<typeof assignee>;

export const colleague = z.strictObject({ ...assignee.shape, undecided: count });
export type Colleague = z.output<typeof colleague>;

export const assignedCount = z.strictObject({ ...assignee.shape, count });
/** Somebody who has so many of the records that a call is about. */
export type AssignedCount = z.output<typeof assignedCount>;

export const assignedAnswer = z.strictObject({
  assigned: count,
  unchanged: count,
  gone: count,
  kept: z.array(assignedCount),
});

export const note = z.strictObject({ _id: id, at: moment, by: textOrNull, text: z.string() });
export type Note = z.output<typeof note>;

/** Who had the record before, and who has it since. */
export const assignmentDetail = z.strictObject({ from: textOrNull, to: textOrNull });
export type AssignmentDetail = z.output<typeof assignmentDetail>;
