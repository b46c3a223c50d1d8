/** The answers about assigned records, notes and saved views. */
import { z } from 'zod';
import { count, id, moment, textOrNull } from './answer-parts.ts';
import { listColumns } from './list-columns.ts';

/** The member of staff to whom a record is assigned. */
export const assignee = z.strictObject({ _id: id, name: z.string() });
export type Assignee = z.output<typeof assignee>;

export const colleague = z.strictObject({ ...assignee.shape, undecided: count });

export const assignedCount = z.strictObject({ ...assignee.shape, count });
/** A member of staff and the number of the call's records that are assigned to them. */
export type AssignedCount = z.output<typeof assignedCount>;

export const assignedAnswer = z.strictObject({
  assigned: count,
  unchanged: count,
  gone: count,
  kept: z.array(assignedCount),
});

export const note = z.strictObject({ _id: id, at: moment, by: textOrNull, text: z.string() });
export type Note = z.output<typeof note>;

/** A view of the list that the staff share by name: a filter, an order, columns and the size of a page. */
export const savedView = z.strictObject({
  _id: id,
  name: z.string(),
  /** The names and values of the list's query. */
  query: z.record(z.string(), z.string()),
  columns: z.array(z.enum(listColumns)),
  by: z.string(),
  mayChange: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

/** To whom the record was assigned before, and to whom it is now. */
export const assignmentDetail = z.strictObject({ from: textOrNull, to: textOrNull });

export const workAnswers = {
  colleagues: z.array(colleague),
  assign: assignedAnswer,
  notes: z.array(note),
  addNote: note,
  views: z.array(savedView),
  addView: savedView,
  updateView: savedView,
  deleteView: null,
} as const;
