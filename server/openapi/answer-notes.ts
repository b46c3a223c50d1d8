/** What each field of an answer means, by the name of its schema; a field within a field by its path. */
import type { z } from 'zod';
import { slotNames } from '../../contract/application-form.ts';
import { fileUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { recordOf } from '../../contract/record-of.ts';
import { type Outcome, outcomeOf, statuses } from '../../contract/status.ts';
import { changesMax } from '../applications/list.ts';
import type { answerSchemas } from './answer-schemas.ts';
import { applicationNotes, matchNotes, type Notes, note, slotNotes, within } from './notes.ts';

type Schemas = typeof answerSchemas;

const aMoment = '2026-03-10T06:00:00.000Z';
const recordId = note('The id of the record.');
const status = note('The status of the application.');
const collectDate = note('The visa collect date.');
const approveDate = note('The visa approve date.');

const fileExample = fileUrl('0123456789abcdef01234567.jpg');
const documents = recordOf(slotNames, (slot) => note(slotNotes[slot].description, fileExample));

const application = {
  _id: recordId,
  ...applicationNotes,
  image: note('The photo.', fileExample),
  ...documents,
  isAdmin: note('Kept for older clients; no call sets it.'),
  isStatus: status,
  pending: collectDate,
  approve: approveDate,
  createdAt: note('When the application arrived.', aMoment),
  updatedAt: note('When something that the applicant can see last changed.', aMoment),
  version: note('Goes up with every change; send it back to detect changes by others.'),
};

const importNotes = {
  _id: note('The id of the import.'),
  createdAt: note('When the file was uploaded.', aMoment),
  expiresAt: note('When its stored rows are deleted.', aMoment),
  by: note('Who uploaded it.'),
  fileName: note('What the file is called.', 'march.xlsx'),
  form: note('The format of the file, judged by its content.'),
  state: note('How far it has got.'),
  rows: note('How many rows the file has below its headings; none before all of them are read.'),
  done: note('How many of them the present step has dealt with.'),
  fit: note('How many are ready and not imported yet.'),
  refused: note('How many have problems.'),
  imported: note('How many became applications.'),
  takenBack: note('How many of these the undo removed.'),
  kept: note('How many the undo kept, because somebody had changed, decided on, added a note to or assigned them.'),
  lost: note('How many it could not undo, because somebody had deleted or erased them.'),
};

const seenEntry = {
  at: note('When it was decided.', aMoment),
  status,
  pending: collectDate,
  approve: approveDate,
  reason: note('What the applicant is told, as staff wrote it.'),
};
const historyEntry = {
  ...seenEntry,
  note: note('What staff noted about it; never shown to the applicant.'),
  by: note('Who decided; null for the system.'),
  withdrawn: note('Null for a decision that still counts.'),
  'withdrawn.at': note('When it was withdrawn.', aMoment),
  'withdrawn.by': note('Who withdrew it.'),
  'withdrawn.reason': note('Why.'),
};

const hold = {
  hold: note('Why the record cannot be deleted or erased; null where it can.'),
  'hold.at': note('Since when.', aMoment),
  'hold.by': note('Who holds it.'),
  'hold.reason': note('Why.'),
};

const assigned = {
  assigned: note('Who it is assigned to; null if it is unassigned.'),
  'assigned._id': note('The id of the account.'),
  'assigned.name': note('The name of the person.', 'Rupa Akter'),
};

const countsByOutcome: Record<Outcome, string> = {
  open: 'Not decided yet.',
  positive: 'Approved.',
  negative: 'Rejected.',
};

const heldRights = note('The rights that the account has; the super admin can remove each of them.');
const user = {
  _id: recordId,
  name: note('The name of the person.', 'Rupa Akter'),
  email: note('The address that this person signs in with.', 'rupa@maplegate.example'),
  role: note('What this person may do.'),
};

const holder = { _id: note('The id of the account.'), name: user.name, count: note('How many.') };

export const answerNotes = {
  Application: application,
  ListedApplication: {
    ...application,
    deletedAt: note(
      `When it was deleted; ${limits.restoreDays} days later it is removed for good. Null for one that is not deleted.`,
    ),
    deletedBy: note('Who deleted it; null where that is not known.'),
    matches: note('What `find` matched in the record; only in the answer to a `find`.'),
    ...within('matches', matchNotes),
    ...hold,
    ...assigned,
  },
  ApplicationWithHistory: {
    ...application,
    history: note('Every decision, oldest first, including withdrawn ones.'),
    guesses: note(`The passport was tried too often within ${limits.enquiryMissesKeptDays} days; null otherwise.`),
    'guesses.count': note('How often the passport was tried without a match.'),
    'guesses.since': note('When the first of these tries was.', aMoment),
    'guesses.blockedUntil': note('When it can be tried again by itself; null once this moment has passed.', aMoment),
    ...hold,
    ...assigned,
  },
  ApplicationList: {
    applications: note('The records of this page.'),
    totalApplication: note('How many records match.'),
    totalPages: note('How many pages there are.'),
    asOf: note(
      `Send it back with every further page to see each record of this moment once. Filters and orders use the current values of a record. \`invalid_filter\` for \`asOf\` means that a record of this moment is gone for good, or more than ${changesMax.toLocaleString('en')} have come or gone: begin again without it.`,
    ),
  },
  ApplicationSummary: {
    total: note('All applications that are not deleted.'),
    byStatus: note('The same by status.'),
    ...Object.fromEntries(statuses.map((status) => [`byStatus.${status}`, note(countsByOutcome[outcomeOf(status)])])),
    arrivals: note('The same by month of arrival; a month without any is left out.'),
    'arrivals.month': note('A month in Dhaka.', '2026-03'),
    'arrivals.count': note('How many arrived in it.'),
    late: note('Pending for longer than the promised weeks.'),
    collectToday: note('Visas to collect today.'),
    mine: note('Not decided yet, and assigned to you.'),
    unassigned: note('Not decided yet, and unassigned.'),
    missing: note(`Lacking at least one of the ${slotNames.length} documents, by status.`),
    ...within(
      'missing',
      recordOf(statuses, (status) => note(countsByOutcome[outcomeOf(status)])),
    ),
    guessed: note(`Passports that were tried too often within ${limits.enquiryMissesKeptDays} days.`),
    bulkReaders: note(
      `How many of the staff have read more than ${limits.recordsReadAnHour} records within an hour in the last ${limits.bulkReadersShownDays} days; null for everybody but the super admin.`,
    ),
    backupLate: note('Whether a backup failed or is two intervals old; null for everybody but the super admin.'),
  },
  Erasure: {
    files: note('Photos and documents, including previous ones.'),
    decisions: note('Decisions with their notes.'),
    notes: note('Notes that are not part of a decision.'),
    formerVersions: note('Changes whose previous values are kept.'),
    visits: note('How often the applicant found the application in the status check, as far as that is kept.'),
    failedTries: note('Searches for the passport number that found nothing.'),
  },
  BulkApprovalAnswer: {
    outcomes: note('One for each that was to be approved, in the order of the request.'),
  },
  ApprovalResult: {
    _id: recordId,
    refusal: note('Why it was not approved; null where it was.', 'version_conflict'),
    application: note('The application as it is now; null for one that is gone or was not read.'),
  },
  ErasedAnswer: { _id: note('The id that the record had.') },
  ApplicationVersion: {
    version: note('The version that the change made.'),
    at: note('When it was changed.', aMoment),
    by: note('Who changed it; null for the system.'),
    changes: note('Each field and file that was replaced, by name.'),
    'changes.from': note('What it was before; for a file its path, which only staff can open.'),
    'changes.to': note('What it became; null for a file that was removed.'),
  },
  Colleague: {
    _id: note('The id of the account.'),
    name: user.name,
    undecided: note('How many undecided applications are assigned to this person.'),
  },
  AssignedAnswer: {
    assigned: note('How many are newly assigned to this person.'),
    unchanged: note('How many were already assigned to this person.'),
    gone: note('How many had been deleted in the meantime.'),
    kept: note('Who kept how many of theirs.'),
    ...within('kept', holder),
  },
  Note: {
    _id: note('The id of the note.'),
    at: note('When it was written.', aMoment),
    by: note('Who wrote it, by the name at that time.'),
    text: note('The text.'),
  },
  HistoryEntry: historyEntry,
  GrantedApplication: {
    ...application,
    history: note('The decisions that still count and changed something the applicant can see.'),
    ...within('history', seenEntry),
  },
  EnquiryAnswer: {
    applications: note('The application that matches, or none.'),
    message: note('Present when nothing matched.'),
  },
  GrantedAnswer: {
    applications: note('What this browser may read; empty without the right.'),
    expiresAt: note('When the right to read ends; null without one.'),
    canExtend: note('Whether it can be given more time: once, while it lasts.'),
    ended: note(
      'How the right that this browser had a moment ago ended: given up, or timed out. Null while it lasts, and where there was none.',
    ),
  },
  ExtendedAnswer: { expiresAt: note('When the right to read ends now.') },
  Slide: {
    _id: recordId,
    thumbnail: note('The title.', 'Work in Canada'),
    title: note('The text; it may be empty.'),
    thumbnailBn: note('The title in Bangla; null falls back to the other.'),
    titleBn: note('The text in Bangla; null falls back to the other.'),
    image: note('The picture.'),
    status: note('The same as `published`, as a word.'),
    published: note('Whether the public sees it.'),
    shownOnNavbar: note('Whether its title is in the navigation; this needs a link.'),
    link: note('Where it leads: https, or a path of the site.'),
    position: note('Its place in the order, from 1.'),
  },
  SavedView: {
    _id: recordId,
    name: note('The name that staff gave it.'),
    query: note('The filter, the order and the size of a page, by the names of the list’s query.'),
    columns: note('The columns beside the name.'),
    by: note('Who saved it.'),
    mayChange: note('Whether the caller may change and delete it.'),
  },
  User: user,
  TakenValues: {
    passport: note('The id of the application with this passport number that is not deleted; null if there is none.'),
    email: note('The id of the application with this e-mail that is not deleted; null if there is none.'),
  },
  StaffUser: {
    ...user,
    suspendedAt: note(
      'When the super admin suspended the account; nobody can sign in to it until it is reactivated. Null if it is not suspended.',
      aMoment,
    ),
    rights: heldRights,
  },
  Session: {
    _id: note('The public name of the session; it authenticates nothing.'),
    createdAt: note('When it began.', aMoment),
    lastSeenAt: note('When it was last used, to the minute.', aMoment),
    device: note('Browser and system, as the browser named them.', 'Firefox on Windows'),
    browser: note('The browser alone; null if it is not known.', 'Firefox'),
    system: note('The system alone; null if it is not known.', 'Windows'),
    phone: note('Whether it is the system of a phone.'),
    current: note('Whether this call was made in that session.'),
  },
  LoginAnswer: {
    token: note('The public name of the session. It authenticates nothing: the cookie does.'),
    refreshToken: note('The value of the readable cookie of that name, which marks that a session exists.'),
    user: note('Who signed in.'),
  },
  MeAnswer: {
    user: note('Whose session it is.'),
    rights: heldRights,
    expiresAt: note('When the session ends, if it is used until then.', aMoment),
    passwordChangeNeeded: note(
      'Whether the password was given by a reset: until it is changed, most calls are refused with `password_change_needed`.',
    ),
    secondFactorNeeded: note(
      'Whether the settings ask for a second factor that the account does not have: until it has one, most calls are refused with `second_factor_needed`.',
    ),
  },
  DraftKeyAnswer: { key: note('256 bits in base64url.') },
  Passkey: {
    _id: recordId,
    name: note('The name its owner gave it.', 'Office laptop'),
    createdAt: note('When it was added.', aMoment),
    lastUsedAt: note('When it was last used; null for never.', aMoment),
  },
  NewPasskey: {
    _id: recordId,
    name: note('The name its owner gave it.', 'Office laptop'),
    createdAt: note('When it was added.', aMoment),
  },
  FactorsAnswer: {
    totp: note('Whether codes from an app are required.'),
    passkeys: note('The passkeys, oldest first.'),
    recoveryCodesLeft: note('How many recovery codes have not been used yet.'),
  },
  TotpAnswer: {
    secret: note('The secret in base 32, to be typed into an app.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: note('The same for a QR code.'),
  },
  RecoveryCodesAnswer: {
    recoveryCodes: note(
      `${limits.recoveryCodeLength} characters each; shown only once, and each works for one sign-in.`,
    ),
  },
  WebAuthnOptions: {
    challenge: note('What the passkey has to sign; the rest is as WebAuthn defines it.'),
  },
  ListedImport: importNotes,
  ImportRun: {
    ...importNotes,
    headingRow: note(
      'Which row has the headings; what is above it is not read. 0 where no row has headings that name fields, so that the first row is one of the others.',
    ),
    headings: note('The heading of each column; empty where the file has none.'),
    columns: note('The field of each column, guessed until somebody chooses it; null for one that is left out.'),
    dateOrder: note('Whether 05/01/1990 is day first or month first; null until somebody chooses it.'),
    preview: note('The first rows, as the file has them.'),
    'preview.row': note('Its number in the file.'),
    'preview.cells': note('Its cells.'),
    problems: note('The problems in the first rows that have any, or that an import which ended early has left.'),
    'problems.row': note('The number of the row in the file.'),
    'problems.state': note('What became of the row.'),
    'problems.column': note('The position of the cell, from 0; null where it is the whole row.'),
    'problems.code': note('What is wrong.', 'invalid_birth_date'),
    'problems.cell': note('What the file has there.'),
  },
  SetupState: {
    needed: note('Whether the super admin is still to be created.'),
    email: note('The address that the super admin has; empty for those who need not know.'),
  },
  AuditEntry: {
    _id: recordId,
    at: note('When it was done.', aMoment),
    actor: note('Who did it; null for the system, and for a failed sign-in.'),
    'actor._id': note('The id of the account.'),
    'actor.name': note('The name at that time.'),
    action: note('What was done.', 'application.decided'),
    record: note('The id of the record that was changed.'),
    fields: note('The names of the fields that changed, never their values.'),
    subject: note('The record as it is now; null where there is none, or none any more.'),
    'subject.name': note('The name of an applicant, of an account or of a saved view, or the title of a slide.'),
    'subject.passport': note('The passport number of an application.'),
    detail: note('What else is on record about it, which depends on the action; null where there is nothing.'),
    ...within('detail', { status, pending: collectDate, approve: approveDate }),
    'detail.reason': note('Why a record was erased, held or released.'),
    'detail.from': note('Who the application was assigned to before; null for nobody.'),
    'detail.to': note('Who it has been assigned to since then; null for nobody.'),
    'detail.times': note('How often it was refused; the entry has the time of the last refusal.'),
    'detail.records': note('How many records were read within an hour.'),
    'detail.rows': note('How many records or rows were exported, imported, taken back or reported.'),
    'detail.form': note('The format of the export.', 'xlsx'),
    'detail.filter': note('Which filters it had; for a search only that there was one.'),
    'detail.origin': note('A mark of the address: equal marks came from one address.'),
    'detail.call': note('Method and path of a refused call.'),
    'detail.code': note('Why the call was refused.'),
  },
  AuditAnswer: {
    entries: note(`Newest first, ${limits.pageSize} per page.`),
    total: note('How many entries match.'),
    totalPages: note('How many pages there are.'),
  },
  AuditTree: {
    entries: note('How many entries it covers.'),
    checkpointAt: note('When it was signed; null before the first entry.', aMoment),
    root: note('The root of the tree, base64.'),
    verifierKey: note('For others to verify it with: origin, id of the key, key.'),
  },
  AuditPerson: {
    _id: note('The id of the account.'),
    name: note('What this person is or was called.'),
    deletedAt: note('When the account was deleted; null for one that is not.'),
  },
  SystemAnswer: {
    release: note('The release that is running.', '0.1.0'),
    engine: note('Where the records are kept.'),
    storage: note('Where the files are kept.'),
    startedAt: note('When the process that answers was started.', aMoment),
    backup: note('The backups that the system makes by itself.'),
    'backup.last': note('The last one that was read back and compared.'),
    'backup.last.at': note('The moment whose data it contains.', aMoment),
    'backup.last.bytes': note('The size of its file.'),
    'backup.problem': note('Why no newer one was made; null when all is well.'),
    encryption: note('Which key the stored files are encrypted with.'),
    'encryption.pending': note('How many files still use a previous key. At 0 it is no longer needed.'),
    'backup.nextAt': note('When the next one is due; null if none are made.', aMoment),
    audit: note('The audit log.'),
    'audit.entries': note('How many entries there are.'),
    'audit.checkpointAt': note('When the latest of them were signed; null before the first.', aMoment),
  },
  Error: {
    message: note('The text of the first error, in English.'),
    code: note('What went wrong.'),
    errors: note('The text for each wrong field.'),
    errorCodes: note('The code for each wrong field.'),
    requestId: note('The id of the call in the log.'),
    methods: note('With `second_factor_required`: the methods that can complete the sign-in.'),
    others: note('With `assigned_to_others`: to whom how many of them are assigned.'),
    ...within('others', holder),
    current: note('With `version_conflict`: the record as it is now.'),
  },
} satisfies { [Name in keyof Schemas]: Notes & Notes<keyof z.output<Schemas[Name]> & string> };
