/**
 * The answers of the API: one schema for each, from which its type is inferred. Browsers import only the types.
 * `server/openapi/answer-notes.ts` describes each field.
 */
import { z } from 'zod';
import { meAnswer, session, staffUser, user } from './account-answers.ts';
import { count, day, id, matches, moment, storedFile, textOrNull, version } from './answer-parts.ts';
import { approvalRefusals } from './application.ts';
import { type FormField, formFieldNames, slotNames } from './application-form.ts';
import type { EndpointName } from './endpoints.ts';
import { copyEnds } from './enquiry.ts';
import { erasedAnswer, erasure } from './erasure.ts';
import { errorCodes } from './error-statuses.ts';
import { factorMethods } from './factor.ts';
import { idPattern } from './id.ts';
import { recordOf } from './record-of.ts';
import { savedView } from './saved-view.ts';
import { slideStatuses } from './slide.ts';
import { forEachDecisionCall, statuses } from './status.ts';
import { systemAnswer } from './system.ts';
import { exportDetail, importAnswers, importDetail, importRun, listedImport } from './transfer-answers.ts';
import { assignedAnswer, assignedCount, assignee, assignmentDetail, colleague, note } from './work-answers.ts';

export type User = z.output<typeof user>;
export type StaffUser = z.output<typeof staffUser>;
export type SessionEntry = z.output<typeof session>;

const loginAnswer = z.strictObject({ token: z.string(), refreshToken: z.string(), user });
export type LoginAnswer = z.output<typeof loginAnswer>;

export type MeAnswer = z.output<typeof meAnswer>;

const newPasskey = z.strictObject({ _id: id, name: z.string(), createdAt: moment });
const passkey = z.strictObject({ ...newPasskey.shape, lastUsedAt: moment.nullable() });
export type Passkey = z.output<typeof passkey>;

const factorsAnswer = z.strictObject({ totp: z.boolean(), passkeys: z.array(passkey), recoveryCodesLeft: count });
export type FactorsAnswer = z.output<typeof factorsAnswer>;

const totpAnswer = z.strictObject({ secret: z.string(), uri: z.string() });
export type TotpAnswer = z.output<typeof totpAnswer>;

const recoveryCodesAnswer = z.strictObject({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesAnswer = z.output<typeof recoveryCodesAnswer>;

/** The options for `navigator.credentials`, in the JSON of WebAuthn. */
const webAuthnOptions = z.looseObject({ challenge: z.string() });
export type WebAuthnOptions = z.output<typeof webAuthnOptions>;

const setupState = z.strictObject({ needed: z.boolean(), email: z.string() });
export type SetupState = z.output<typeof setupState>;

/** The schemas of fields whose values are restricted. */
const fieldSchemas: Partial<Record<FormField, z.ZodString>> = { dob: day };
const statusAndDates = { status: z.enum(statuses), pending: day.nullable(), approve: day.nullable() };

const applicationShape = {
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
};
const application = z.strictObject(applicationShape);
export type Application = z.output<typeof application>;

/** The outcome for one of several applications that were to be approved. */
const approvalOutcome = z.strictObject({
  _id: id,
  /** Null if it was approved. */
  refusal: z.enum(approvalRefusals).nullable(),
  application: application.nullable(),
});

export type ApprovalOutcome = z.output<typeof approvalOutcome>;
const jointApprovalAnswer = z.strictObject({ outcomes: z.array(approvalOutcome) });

const visibleEntry = { at: moment, ...statusAndDates, reason: textOrNull };
const historyEntry = z.strictObject({
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

const applicationWithHistory = z.strictObject({
  ...applicationShape,
  history: z.array(historyEntry),
  guesses: guesses.nullable(),
  hold: hold.nullable(),
  assigned: assignee.nullable(),
});
export type ApplicationWithHistory = z.output<typeof applicationWithHistory>;

const applicationVersion = z.strictObject({
  version,
  at: moment,
  by: textOrNull,
  changes: z.record(z.string(), z.strictObject({ from: z.string(), to: textOrNull })),
});
export type ApplicationVersion = z.output<typeof applicationVersion>;

/** The copy for the applicant: without notes, names of staff and withdrawn decisions. */
const grantedApplication = z.strictObject({ ...applicationShape, history: z.array(z.strictObject(visibleEntry)) });
export type GrantedApplication = z.output<typeof grantedApplication>;

const listedApplication = z.strictObject({
  ...applicationShape,
  deletedAt: moment.nullable(),
  deletedBy: textOrNull,
  hold: hold.nullable(),
  assigned: assignee.nullable(),
  /** Why the record is among the results of `find`. */
  matches: matches.exactOptional(),
});
export type ListedApplication = z.output<typeof listedApplication>;

/** The records that already have the values. */
const takenValues = z.strictObject({ passport: id.nullable(), email: id.nullable() });
export type TakenValues = z.output<typeof takenValues>;

const applicationList = z.strictObject({
  applications: z.array(listedApplication),
  totalApplication: count,
  totalPages: count,
  asOf: count,
});
export type ApplicationList = z.output<typeof applicationList>;

const applicationSummary = z.strictObject({
  total: count,
  byStatus: z.strictObject(recordOf(statuses, () => count)),
  arrivals: z.array(z.strictObject({ month: z.string().regex(/^\d{4}-\d\d$/), count })),
  late: count,
  collectToday: count,
  guessed: count,
  /** Undecided, and assigned to the caller, or to nobody. */
  mine: count,
  nobodys: count,
  /** With at least one document missing. */
  missing: z.strictObject(recordOf(statuses, () => count)),
  /** Whether the backups need the owner's attention; null for staff who do not see the system. */
  backupLate: z.boolean().nullable(),
  readMany: count.nullable(),
});
export type ApplicationSummary = z.output<typeof applicationSummary>;

const enquiryAnswer = z.strictObject({ applications: z.array(application), message: z.string().exactOptional() });
export type EnquiryAnswer = z.output<typeof enquiryAnswer>;

const grantedAnswer = z.strictObject({
  applications: z.array(grantedApplication),
  expiresAt: textOrNull,
  canExtend: z.boolean(),
  ended: z.enum(copyEnds).nullable(),
});
export type GrantedAnswer = z.output<typeof grantedAnswer>;

const extendedAnswer = z.strictObject({ expiresAt: z.string() });
export type ExtendedAnswer = z.output<typeof extendedAnswer>;

const slide = z.strictObject({
  _id: id,
  thumbnail: z.string(),
  title: z.string(),
  thumbnailBn: textOrNull,
  titleBn: textOrNull,
  image: z.string().regex(new RegExp(`^/api/files/${idPattern}\\.(jpg|png)$`)),
  status: z.enum(slideStatuses),
  published: z.boolean(),
  shownOnNavbar: z.boolean(),
  link: textOrNull,
  position: version,
});
export type Slide = z.output<typeof slide>;

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
export type ReasonDetail = z.output<typeof reasonDetail>;

/** The number of records that somebody has read within an hour. */
const readingDetail = z.strictObject({ records: z.int().min(1) });
export type ReadingDetail = z.output<typeof readingDetail>;

const auditEntry = z.strictObject({
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

const draftKeyAnswer = z.strictObject({ key: z.string().regex(/^[\w-]{43}$/) });

const auditAnswer = z.strictObject({ entries: z.array(auditEntry), total: count, totalPages: count });
export type AuditAnswer = z.output<typeof auditAnswer>;

/** The tree at its latest checkpoint. */
const auditTree = z.strictObject({
  entries: count,
  checkpointAt: moment.nullable(),
  root: textOrNull,
  verifierKey: textOrNull,
});
export type AuditTreeAnswer = z.output<typeof auditTree>;

const auditPerson = z.strictObject({ _id: id, name: z.string(), deletedAt: moment.nullable() });
export type AuditPerson = z.output<typeof auditPerson>;

const code = z.enum(errorCodes);
const errorBody = z.strictObject({
  message: z.string(),
  code,
  errors: z.record(z.string(), z.string()).exactOptional(),
  errorCodes: z.record(z.string(), code).exactOptional(),
  requestId: z.string(),
  /** With `second_factor_required`: the methods of the account. */
  methods: z.array(z.enum(factorMethods)).exactOptional(),
  /** With `assigned_to_others`: the people who have some of the records, and how many. */
  others: z.array(assignedCount).exactOptional(),
  /** With `version_conflict`: the record as it is now. */
  current: z.unknown().exactOptional(),
});
/** The body of every error. */
export type ErrorBody = z.output<typeof errorBody>;

/** Every schema that has a name in the API description. */
export const answerSchemas = {
  Application: application,
  ListedApplication: listedApplication,
  ApplicationWithHistory: applicationWithHistory,
  ApplicationList: applicationList,
  ApplicationSummary: applicationSummary,
  Erasure: erasure,
  JointApprovalAnswer: jointApprovalAnswer,
  ApprovalOutcome: approvalOutcome,
  ErasedAnswer: erasedAnswer,
  TakenValues: takenValues,
  ApplicationVersion: applicationVersion,
  Colleague: colleague,
  AssignedAnswer: assignedAnswer,
  Note: note,
  HistoryEntry: historyEntry,
  GrantedApplication: grantedApplication,
  ListedImport: listedImport,
  ImportRun: importRun,
  EnquiryAnswer: enquiryAnswer,
  GrantedAnswer: grantedAnswer,
  ExtendedAnswer: extendedAnswer,
  Slide: slide,
  SavedView: savedView,
  User: user,
  StaffUser: staffUser,
  Session: session,
  LoginAnswer: loginAnswer,
  MeAnswer: meAnswer,
  DraftKeyAnswer: draftKeyAnswer,
  Passkey: passkey,
  NewPasskey: newPasskey,
  FactorsAnswer: factorsAnswer,
  TotpAnswer: totpAnswer,
  RecoveryCodesAnswer: recoveryCodesAnswer,
  WebAuthnOptions: webAuthnOptions,
  SetupState: setupState,
  AuditEntry: auditEntry,
  AuditAnswer: auditAnswer,
  AuditTree: auditTree,
  AuditPerson: auditPerson,
  SystemAnswer: systemAnswer,
  Error: errorBody,
};

/** The schema of the answer to each call; null where it is not JSON. */
export const answerOf = {
  login: loginAnswer,
  logout: null,
  me: meAnswer,
  draftKey: draftKeyAnswer,
  sessions: z.array(session),
  endSession: null,
  passkeyLoginOptions: webAuthnOptions,
  passkeyLogin: loginAnswer,
  confirm: null,
  confirmOptions: webAuthnOptions,
  factors: factorsAnswer,
  startTotp: totpAnswer,
  enableTotp: recoveryCodesAnswer,
  removeTotp: null,
  newRecoveryCodes: recoveryCodesAnswer,
  passkeyOptions: webAuthnOptions,
  addPasskey: newPasskey,
  removePasskey: null,
  changePassword: null,
  setup: setupState,
  profile: user,
  users: z.array(staffUser),
  addUser: staffUser,
  updateUser: staffUser,
  deleteUser: staffUser,
  suspendUser: staffUser,
  resumeUser: staffUser,
  setRights: staffUser,
  userSessions: z.array(session),
  endUserSessions: null,
  endUserSession: null,
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
  approveSeveral: jointApprovalAnswer,
  withdrawDecision: application,
  deleteApplication: application,
  restoreApplication: application,
  erasure,
  eraseApplication: erasedAnswer,
  holdApplication: listedApplication,
  versions: z.array(applicationVersion),
  colleagues: z.array(colleague),
  assign: assignedAnswer,
  notes: z.array(note),
  addNote: note,
  bringBack: application,
  unblock: null,
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
  views: z.array(savedView),
  addView: savedView,
  updateView: savedView,
  deleteView: null,
  audit: auditAnswer,
  searchAudit: auditAnswer,
  exportAudit: null,
  auditTree,
  auditPeople: z.array(auditPerson),
  system: systemAnswer,
  openapi: null,
} as const satisfies Record<EndpointName, z.ZodType | null>;

type AnswerSchemas = typeof answerOf;
/** The data that the client gets from each successful call. */
export type Answers = {
  [Name in EndpointName]: AnswerSchemas[Name] extends z.ZodType ? z.output<AnswerSchemas[Name]> : null;
};
