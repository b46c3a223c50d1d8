/** The answers about the audit log. */
import { z } from 'zod';
import { count, id, moment, statusAndDates, textOrNull } from './answer-parts.ts';
import { exportDetail, importDetail } from './transfer-answers.ts';
import { assignmentDetail } from './work-answers.ts';

const auditSubject = z.strictObject({ name: z.string(), passport: textOrNull });
export type AuditSubject = z.output<typeof auditSubject>;

/** The result of a decision, or of its withdrawal. */
const decisionDetail = z.strictObject(statusAndDates);
export type DecisionDetail = z.output<typeof decisionDetail>;

const refusedCallDetail = z.strictObject({
  times: z.int().min(1),
  origin: z.string().exactOptional(),
  call: z.string().exactOptional(),
  code: z.string().exactOptional(),
});
export type RefusedCallDetail = z.output<typeof refusedCallDetail>;

/** Why a record was erased, held or released. */
const reasonDetail = z.strictObject({ reason: z.string() });

/** The number of records that somebody has read within an hour. */
const readingDetail = z.strictObject({ records: z.int().min(1) });

export const auditEntry = z.strictObject({
  _id: id,
  at: moment,
  actor: z.strictObject({ _id: id, name: z.string() }).nullable(),
  action: z.string(),
  record: id.nullable(),
  fields: z.array(z.string()),
  subject: auditSubject.nullable(),
  detail: z
    .union([
      decisionDetail,
      refusedCallDetail,
      reasonDetail,
      readingDetail,
      assignmentDetail,
      exportDetail,
      importDetail,
    ])
    .nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditAnswer = z.strictObject({ entries: z.array(auditEntry), total: count, totalPages: count });

/** The tree at its latest checkpoint. */
export const auditTree = z.strictObject({
  entries: count,
  checkpointAt: moment.nullable(),
  root: textOrNull,
  verifierKey: textOrNull,
});

export const auditPerson = z.strictObject({ _id: id, name: z.string(), deletedAt: moment.nullable() });
export type AuditPerson = z.output<typeof auditPerson>;

export const auditAnswers = {
  audit: auditAnswer,
  searchAudit: auditAnswer,
  exportAudit: null,
  auditTree,
  auditPeople: z.array(auditPerson),
} as const;
