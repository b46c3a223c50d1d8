/**
 * The answers of the API as schemas, for the API's own documentation and the checks of
 * it. Browsers never load this: they take the interfaces beside the request schemas, and
 * the test beside this file holds the two together.
 */
import { z } from 'zod';
import type { EndpointName } from './endpoints.ts';
import { copyEnds } from './enquiry.ts';
import { type ErrorCode, errors } from './errors.ts';
import { limits } from './limits.ts';
import { applicationNotes, type Note } from './openapi-notes.ts';
import { roles } from './roles.ts';
import { slideStatuses } from './slide.ts';
import { statuses } from './status.ts';

const noted = <S extends z.ZodType>(schema: S, note: Note | string): S =>
  schema.meta(typeof note === 'string' ? { description: note } : { ...note });

const text = (note: Note | string) => noted(z.string(), note);
const idText = z.string().regex(/^[0-9a-f]{24}$/);
const id = (note: Note | string = 'The id of the record.') => noted(idText, note);
const timeText = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const time = (description: string) =>
  timeText.meta({ description, format: 'date-time', examples: ['2026-03-10T06:00:00.000Z'] });
const timeOrNull = (description: string) => timeText.meta({ format: 'date-time' }).nullable().meta({ description });
const dayText = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const day = (description: string) => dayText.meta({ description, format: 'date', examples: ['1990-01-05'] });
const dayOrNull = (description: string) => dayText.meta({ format: 'date' }).nullable().meta({ description });
const fileOrNull = (description: string) =>
  z
    .string()
    .regex(/^\/api\/files\/[0-9a-f]{24}\.(jpg|png|pdf)$/)
    .nullable()
    .meta({ description, examples: ['/api/files/0123456789abcdef01234567.jpg'] });
const count = (description: string) => z.int().min(0).meta({ description });

const user = z.strictObject({
  _id: id(),
  name: text({ description: 'What this person is called.', examples: ['Rupa Akter'] }),
  email: text({ description: 'The address that this person signs in with.', examples: ['rupa@maplegate.example'] }),
  role: noted(z.enum(roles), 'What this person may do.'),
});

const session = z.strictObject({
  _id: id('The public name of the session; it authenticates nothing.'),
  createdAt: time('When it began.'),
  lastSeenAt: time('When it was last used, to the minute.'),
  device: text({ description: 'Browser and system, as the browser named them.', examples: ['Firefox on Windows'] }),
  current: noted(z.boolean(), 'Whether it is the session of this very call.'),
});

const { jobTitle, sex, dob, ...plainNotes } = applicationNotes;
const status = noted(z.enum(statuses), 'Where the application stands.');
const collectDate = 'The visa collect date.';
const approveDate = 'The visa approve date.';

const applicationShape = {
  _id: id(),
  surname: text(plainNotes.surname),
  givenN: text(plainNotes.givenN),
  sex: text(sex),
  dob: day(dob.description),
  birthCity: text(plainNotes.birthCity),
  currentN: text(plainNotes.currentN),
  identification: text(plainNotes.identification),
  nationalId: text(plainNotes.nationalId),
  company: text(plainNotes.company),
  dutyDuration: text(plainNotes.dutyDuration),
  jobTitle: text(jobTitle),
  salary: text(plainNotes.salary),
  passport: text(plainNotes.passport),
  issuedCountry: text(plainNotes.issuedCountry),
  phone: text(plainNotes.phone),
  email: text(plainNotes.email),
  image: fileOrNull('The photo.'),
  file1: fileOrNull('The job letter.'),
  file2: fileOrNull('The LMIA.'),
  file3: fileOrNull('The visa.'),
  file4: fileOrNull('The visa form.'),
  file5: fileOrNull('The work permit.'),
  file6: fileOrNull('The air ticket.'),
  isAdmin: noted(z.boolean(), 'Kept for older clients; no call sets it.'),
  isStatus: status,
  pending: dayOrNull(collectDate),
  approve: dayOrNull(approveDate),
  createdAt: time('When the application arrived.'),
  updatedAt: time('When something that the applicant can see last changed.'),
  version: noted(z.int().min(1), 'Goes up with every change; send it back to be told of another editor.'),
};
const application = z.strictObject(applicationShape);

const seenEntry = {
  at: time('When it was decided.'),
  status,
  pending: dayOrNull(collectDate),
  approve: dayOrNull(approveDate),
  reason: noted(z.string().nullable(), 'What the applicant is told of it, as the staff wrote it.'),
};
const withdrawn = z.strictObject({
  at: time('When it was withdrawn.'),
  by: noted(z.string().nullable(), 'Who withdrew it.'),
  reason: text('Why.'),
});
const historyEntry = z.strictObject({
  ...seenEntry,
  note: noted(z.string().nullable(), 'What the staff wrote to it; never shown to the applicant.'),
  by: noted(z.string().nullable(), 'Who decided; null for the product itself.'),
  withdrawn: noted(withdrawn.nullable(), 'Null for a decision that holds.'),
});
const grantedEntry = z.strictObject(seenEntry);

const applicationWithHistory = z.strictObject({
  ...applicationShape,
  history: noted(z.array(historyEntry), 'Every decision, the oldest first, withdrawn ones included.'),
  guesses: noted(
    z
      .strictObject({
        count: count('How often the passport was tried without a match.'),
        since: time('When the first of these tries was.'),
        blockedUntil: time('When it can be tried again by itself.'),
      })
      .nullable(),
    'Why the status check refuses the passport now; null where it does not.',
  ),
});
const applicationVersion = z.strictObject({
  version: noted(z.int().min(1), 'The version that the change made.'),
  at: time('When it was changed.'),
  by: noted(z.string().nullable(), 'Who changed it; null for the product itself.'),
  changes: noted(
    z.record(
      z.string(),
      z.strictObject({
        from: text('What it was before; of a file its path, which the staff alone can open.'),
        to: noted(z.string().nullable(), 'What it became; null for a file that was removed.'),
      }),
    ),
    'Each field and file that was replaced, by its name.',
  ),
});
const grantedApplication = z.strictObject({
  ...applicationShape,
  history: noted(z.array(grantedEntry), 'The decisions that hold and changed something the applicant can see.'),
});
const listedApplication = z.strictObject({
  ...applicationShape,
  deletedAt: timeOrNull(
    `When it was deleted; ${limits.restoreDays} days later it goes for good. Null for one that is not deleted.`,
  ),
  deletedBy: noted(z.string().nullable(), 'Who deleted it; null where that is not known.'),
});
const applicationList = z.strictObject({
  applications: z.array(listedApplication),
  totalApplication: count('How many records match.'),
  totalPages: count('How many pages they fill.'),
  asOf: count(
    'Send it back with every further page to see each record of this moment once. Filters and orders go by what a record says now.',
  ),
});
const applicationSummary = z.strictObject({
  total: count('All applications that are not deleted.'),
  byStatus: noted(
    z.strictObject({
      Pending: count('Not decided yet.'),
      Approved: count('Approved.'),
      Rejected: count('Rejected.'),
    }),
    'The same by status.',
  ),
  arrivals: noted(
    z.array(
      z.strictObject({
        month: noted(z.string().regex(/^\d{4}-\d\d$/), { description: 'A month in Dhaka.', examples: ['2026-03'] }),
        count: count('How many arrived in it.'),
      }),
    ),
    'The same by month of arrival; a month without any is left out.',
  ),
  late: count('Pending for longer than the promised weeks.'),
  collectToday: count('Visas to collect today.'),
  guessed: count('Passports that were tried so often without a match that they cannot be tried now.'),
});

const enquiryAnswer = z.strictObject({
  applications: noted(z.array(application), 'The application that matches, or none.'),
  message: noted(z.string().exactOptional(), 'Present when nothing matched.'),
});
const grantedAnswer = z.strictObject({
  applications: z.array(grantedApplication),
  expiresAt: noted(z.string().nullable(), 'When the right to read ends; null without one.'),
  canExtend: noted(z.boolean(), 'Whether it can be given more time: once, while it lasts.'),
  ended: noted(
    z.enum(copyEnds).nullable(),
    'How the right ended that this browser had a moment ago: given back, or by its time. Null while it lasts, and where there was none.',
  ),
});
const extendedAnswer = z.strictObject({
  expiresAt: noted(z.string(), 'When the right to read ends now.'),
});

const slide = z.strictObject({
  _id: id(),
  thumbnail: text({ description: 'The title.', examples: ['Work in Canada'] }),
  title: text('The text; it may be empty.'),
  thumbnailBn: noted(z.string().nullable(), 'The title in Bangla; null falls back to the other.'),
  titleBn: noted(z.string().nullable(), 'The text in Bangla; null falls back to the other.'),
  image: noted(z.string().regex(/^\/api\/files\/[0-9a-f]{24}\.(jpg|png)$/), 'The picture.'),
  status: noted(z.enum(slideStatuses), 'The same as `published`, as a word.'),
  published: noted(z.boolean(), 'Whether the public sees it.'),
  shownOnNavbar: noted(z.boolean(), 'Whether its title stands in the navigation; that needs a link.'),
  link: noted(z.string().nullable(), 'Where it leads: https, or a path of the site.'),
  position: noted(z.int().min(1), 'Its place in the order, from 1.'),
});

const auditEntry = z.strictObject({
  _id: id(),
  at: time('When it was done.'),
  actor: noted(
    z.strictObject({ _id: id('The id of the account.'), name: text('The name at that time.') }).nullable(),
    'Who did it; null for the product itself, and for a failed sign-in.',
  ),
  action: text({ description: 'What was done.', examples: ['application.decided'] }),
  record: noted(idText.nullable(), 'The id of the record that was changed.'),
  fields: noted(z.array(z.string()), 'The names of the fields that changed, never their values.'),
  subject: noted(
    z
      .strictObject({
        name: text('The name of an applicant or of an account, or the title of a slide.'),
        passport: noted(z.string().nullable(), 'The passport number of an application.'),
      })
      .nullable(),
    'The record as it is now; null where there is none, or none any more.',
  ),
  detail: noted(
    z
      .union([
        z.strictObject({ status, pending: dayOrNull(collectDate), approve: dayOrNull(approveDate) }),
        z.strictObject({
          times: noted(z.int().min(1), 'How often it was refused; the time of the entry is that of the last.'),
          origin: noted(z.string().exactOptional(), 'A mark of the address: equal marks came from one address.'),
          call: noted(z.string().exactOptional(), 'Method and path of a refused call.'),
          code: noted(z.string().exactOptional(), 'Why the call was refused.'),
        }),
      ])
      .nullable(),
    'What a decision decided, or what was refused; null for everything else.',
  ),
});
const auditPerson = z.strictObject({
  _id: id('The id of the account.'),
  name: text('What this person is or was called.'),
  deletedAt: timeOrNull('When the account was deleted; null for one that is not.'),
});
const auditAnswer = z.strictObject({
  entries: noted(z.array(auditEntry), 'The newest first, ten a page.'),
  total: count('How many entries match.'),
  totalPages: count('How many pages they fill.'),
});

const loginAnswer = z.strictObject({
  token: text('The public name of the session. It authenticates nothing: the cookie does.'),
  refreshToken: text('The value of the readable cookie of that name, which marks that a session exists.'),
  user,
});
const meAnswer = z.strictObject({
  user,
  expiresAt: time('When the session ends, if it is used until then.'),
  passwordChangeNeeded: noted(
    z.boolean(),
    'Whether the password was given by a reset: until it is changed, most calls are refused with `password_change_needed`.',
  ),
});
const setupState = z.strictObject({
  needed: noted(z.boolean(), 'Whether the super admin is still to be created.'),
  email: text('The address that the super admin has; empty for those who need not know.'),
});

const code = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);
const errorBody = z.strictObject({
  message: text('The text of the first error, in English.'),
  code: noted(code, 'What went wrong.'),
  errors: noted(z.record(z.string(), z.string()).exactOptional(), 'The text for each wrong field.'),
  errorCodes: noted(z.record(z.string(), code).exactOptional(), 'The code for each wrong field.'),
  requestId: text('Under this id the call stands in the log.'),
  current: noted(z.unknown().exactOptional(), 'With `version_conflict`: the record as it stands now.'),
});

/** Every schema that has a name in the document. */
export const answerSchemas = {
  Application: application,
  ListedApplication: listedApplication,
  ApplicationWithHistory: applicationWithHistory,
  ApplicationList: applicationList,
  ApplicationSummary: applicationSummary,
  ApplicationVersion: applicationVersion,
  HistoryEntry: historyEntry,
  GrantedApplication: grantedApplication,
  EnquiryAnswer: enquiryAnswer,
  GrantedAnswer: grantedAnswer,
  ExtendedAnswer: extendedAnswer,
  Slide: slide,
  User: user,
  Session: session,
  LoginAnswer: loginAnswer,
  MeAnswer: meAnswer,
  SetupState: setupState,
  AuditEntry: auditEntry,
  AuditAnswer: auditAnswer,
  AuditPerson: auditPerson,
  Error: errorBody,
};

/** What each call answers with; null where that is no JSON. */
export const answerOf = {
  login: loginAnswer,
  logout: null,
  me: meAnswer,
  sessions: z.array(session),
  endSession: null,
  changePassword: null,
  setup: setupState,
  profile: user,
  users: z.array(user),
  addUser: user,
  updateUser: user,
  deleteUser: user,
  applications: applicationList,
  searchApplications: applicationList,
  applicationSummary,
  application: applicationWithHistory,
  addApplication: application,
  updateApplication: application,
  updateAttachments: application,
  setPending: application,
  approve: application,
  reject: application,
  withdrawDecision: application,
  deleteApplication: application,
  restoreApplication: application,
  versions: z.array(applicationVersion),
  bringBack: application,
  unblock: null,
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
  audit: auditAnswer,
  searchAudit: auditAnswer,
  auditPeople: z.array(auditPerson),
  openapi: null,
  docs: null,
} as const satisfies Record<EndpointName, z.ZodType | null>;
