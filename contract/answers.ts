/**
 * The answers of the API: one schema for each, from which its type is inferred. Browsers import only the types.
 * `server/openapi/answer-notes.ts` describes each field.
 */
import { z } from 'zod';
import { accountAnswers, factorMethods } from './account-answers.ts';
import {
  count,
  day,
  errorCode,
  id,
  match,
  moment,
  statusAndDates,
  storedFile,
  storedPicture,
  textOrNull,
  version,
} from './answer-parts.ts';
import { approvalRefusals } from './application.ts';
import { type FormField, formFieldNames, slotNames, uniqueFields } from './application-form.ts';
import { auditAnswers } from './audit-answers.ts';
import type { EndpointName } from './endpoints.ts';
import { recordOf } from './record-of.ts';
import { slideStatuses } from './slide.ts';
import { forEachDecisionCall, statuses } from './status.ts';
import { systemAnswer } from './system.ts';
import { importAnswers } from './transfer-answers.ts';
import { assignedCount, assignee, workAnswers } from './work-answers.ts';

/** The schemas of fields whose values are restricted. */
const fieldSchemas: Partial<Record<FormField, z.ZodString>> = { dob: day };

export const application = z.strictObject({
  _id: id,
  ...recordOf(formFieldNames, (name): z.ZodString => fieldSchemas[name] ?? z.string()),
  image: storedFile.nullable(),
  ...recordOf(slotNames, () => storedFile.nullable()),
  isAdmin: z.boolean(),
  isStatus: statusAndDates.status,
  pending: statusAndDates.pending,
  approve: statusAndDates.approve,
  createdAt: moment,
  updatedAt: moment,
  version,
});
export type Application = z.output<typeof application>;

/** The result for one of several applications that were to be approved. */
export const approvalResult = z.strictObject({
  _id: id,
  refusal: z.enum(approvalRefusals).nullable(),
  application: application.nullable(),
});

export type ApprovalResult = z.output<typeof approvalResult>;
export const bulkApprovalAnswer = z.strictObject({ outcomes: z.array(approvalResult) });

const visibleEntry = { at: moment, ...statusAndDates, reason: textOrNull };
export const historyEntry = z.strictObject({
  ...visibleEntry,
  note: textOrNull,
  by: textOrNull,
  withdrawn: z.strictObject({ at: moment, by: textOrNull, reason: z.string() }).nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

const guesses = z.strictObject({ count, since: moment, blockedUntil: moment.nullable() });
export type Guesses = z.output<typeof guesses>;

const hold = z.strictObject({ at: moment, by: textOrNull, reason: z.string() });
export type Hold = z.output<typeof hold>;

export const applicationWithHistory = z.strictObject({
  ...application.shape,
  history: z.array(historyEntry),
  guesses: guesses.nullable(),
  hold: hold.nullable(),
  assigned: assignee.nullable(),
});
export type ApplicationWithHistory = z.output<typeof applicationWithHistory>;

export const applicationVersion = z.strictObject({
  version,
  at: moment,
  by: textOrNull,
  changes: z.record(z.string(), z.strictObject({ from: z.string(), to: textOrNull })),
});
export type ApplicationVersion = z.output<typeof applicationVersion>;

/** The copy for the applicant: without notes, names of staff and withdrawn decisions. */
export const grantedApplication = z.strictObject({
  ...application.shape,
  history: z.array(z.strictObject(visibleEntry)),
});
export type GrantedApplication = z.output<typeof grantedApplication>;

export const listedApplication = z.strictObject({
  ...application.shape,
  deletedAt: moment.nullable(),
  deletedBy: textOrNull,
  hold: hold.nullable(),
  assigned: assignee.nullable(),
  /** Why the record is among the results of `find`. */
  matches: z.array(match).exactOptional(),
});
export type ListedApplication = z.output<typeof listedApplication>;

/** What erasing a record removes, in numbers. */
export const erasure = z.strictObject({
  files: count,
  decisions: count,
  notes: count,
  formerVersions: count,
  visits: count,
  failedTries: count,
});

export const erasedAnswer = z.strictObject({ _id: id });

/** The records that already have the values. */
export const takenValues = z.strictObject(recordOf(uniqueFields, () => id.nullable()));

export const applicationList = z.strictObject({
  applications: z.array(listedApplication),
  totalApplication: count,
  totalPages: count,
  asOf: count,
});

export const applicationSummary = z.strictObject({
  total: count,
  byStatus: z.strictObject(recordOf(statuses, () => count)),
  arrivals: z.array(z.strictObject({ month: z.string().regex(/^\d{4}-\d\d$/), count })),
  late: count,
  collectToday: count,
  guessed: count,
  /** Undecided, and assigned to the caller, or to nobody. */
  mine: count,
  unassigned: count,
  missing: z.strictObject(recordOf(statuses, () => count)),
  /** Whether the backups need the owner's attention; null for staff who do not see the system. */
  backupLate: z.boolean().nullable(),
  bulkReaders: count.nullable(),
});

export const enquiryAnswer = z.strictObject({
  applications: z.array(application),
  message: z.string().exactOptional(),
});

export const grantedAnswer = z.strictObject({
  applications: z.array(grantedApplication),
  expiresAt: textOrNull,
  canExtend: z.boolean(),
  /** How the last copy in this browser ended. */
  ended: z.enum(['closed', 'time']).nullable(),
});

export const extendedAnswer = z.strictObject({ expiresAt: z.string() });

export const slide = z.strictObject({
  _id: id,
  thumbnail: z.string(),
  title: z.string(),
  thumbnailBn: textOrNull,
  titleBn: textOrNull,
  image: storedPicture,
  status: z.enum(slideStatuses),
  published: z.boolean(),
  shownOnNavbar: z.boolean(),
  link: textOrNull,
  position: version,
});
export type Slide = z.output<typeof slide>;

export const errorBody = z.strictObject({
  message: z.string(),
  code: errorCode,
  errors: z.record(z.string(), z.string()).exactOptional(),
  errorCodes: z.record(z.string(), errorCode).exactOptional(),
  requestId: z.string(),
  /** With `second_factor_required`: the methods of the account. */
  methods: z.array(z.enum(factorMethods)).exactOptional(),
  /** With `assigned_to_others`: the people who have some of the records, and how many. */
  others: z.array(assignedCount).exactOptional(),
  /** With `version_conflict`: the record as it is now. */
  current: z.unknown().exactOptional(),
});
export type ErrorBody = z.output<typeof errorBody>;

/** The schema of the answer to each call; null where it is not JSON. */
export const answerSchemaOf = {
  ...accountAnswers,
  applications: applicationList,
  searchApplications: applicationList,
  applicationSummary,
  exportApplications: null,
  application: applicationWithHistory,
  takenValues,
  addApplication: application,
  updateApplication: application,
  updateAttachments: application,
  ...forEachDecisionCall(() => application),
  approveSeveral: bulkApprovalAnswer,
  withdrawDecision: application,
  deleteApplication: application,
  restoreApplication: application,
  erasure,
  eraseApplication: erasedAnswer,
  holdApplication: listedApplication,
  versions: z.array(applicationVersion),
  bringBack: application,
  unblock: null,
  ...workAnswers,
  ...importAnswers,
  enquiry: enquiryAnswer,
  enquiryByQuery: enquiryAnswer,
  granted: grantedAnswer,
  extendGrant: extendedAnswer,
  endGrant: null,
  file: null,
  slides: z.array(slide),
  addSlide: slide,
  updateSlide: slide,
  deleteSlide: slide,
  ...auditAnswers,
  system: systemAnswer,
  openapi: null,
} as const satisfies Record<EndpointName, z.ZodType | null>;

type AnswerSchemas = typeof answerSchemaOf;
/** The data that the client gets from each successful call. */
export type Answers = {
  [Name in EndpointName]: AnswerSchemas[Name] extends z.ZodType ? z.output<AnswerSchemas[Name]> : null;
};
