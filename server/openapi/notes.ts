/** What each field of the API means, in words, for its documentation: the names on the wire alone would not say. */
import { type FormField, jobTitleOnAddOnly, jobTitles, slotNames, slots } from '../../contract/application-form.ts';
import { changesOnly, systemActor } from '../../contract/audit.ts';
import { birthDateMin } from '../../contract/dates.ts';
import { defaultLanguage } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { recordOf } from '../../contract/record-of.ts';
import { assignableRoles, defaultRole } from '../../contract/roles.ts';
import type { Outcome } from '../../contract/status.ts';
import { subjectsFoundMax } from '../audit-log/reading.ts';

export interface Note {
  description: string;
  examples?: unknown[];
  /** What the schema cannot say of itself: further keywords of JSON Schema. */
  format?: string;
  default?: unknown;
  minimum?: number;
}
export type Notes<Name extends string = string> = Readonly<Record<Name, Note>>;

export const note = (description: string, example?: unknown): Note => ({
  description,
  ...(example !== undefined && { examples: [example] }),
});

/** The notes of the fields within a field. */
export const within = (field: string, notes: Notes): Notes =>
  Object.fromEntries(Object.entries(notes).map(([name, note]) => [`${field}.${name}`, note]));

const nameLength = `${limits.nameLengthMin} to ${limits.nameLengthMax} characters`;

export const applicationNotes: Notes<FormField> = {
  surname: note(`The surname, ${nameLength}.`, 'Rahman'),
  givenN: note(`The given name, ${nameLength}.`, 'Rahima'),
  sex: note('The sex, as in the passport.', 'Female'),
  dob: { ...note(`The birth date, from ${birthDateMin.slice(0, 4)} to today in Dhaka.`, '1990-01-05'), format: 'date' },
  birthCity: note('The city of birth.', 'Sylhet'),
  currentN: note('The current nationality, as typed. It is compared by country in any spelling.', 'Bangladeshi'),
  identification: note('An identifying mark.', 'Mole on the left cheek'),
  nationalId: note('The number of the national identity card.', '1990123456789'),
  company: note('The employer.', 'Prairie Harvest Foods'),
  dutyDuration: note('The daily working time.', '8 hours a day'),
  jobTitle: note(
    `One of the ${jobTitles.length} job titles. An edit may keep ${jobTitleOnAddOnly} or bring it back, but not choose it.`,
    'Packaging',
  ),
  salary: note('The salary.', 'CAD 18.50 per hour'),
  passport: note(
    'The passport number, unique among all applications that are not deleted. Case, spaces and hyphens do not count; its first letters may be the Bangla names of Latin ones (এ is A, বি is B).',
    'EB0123456',
  ),
  issuedCountry: note('The country that issued the passport.', 'Bangladesh'),
  phone: note('The phone number: digits only.', '01712345678'),
  email: note('The e-mail address, unique among all applications that are not deleted.', 'rahima@example.com'),
};

export const slotNotes = recordOf(slotNames, (slot) => note(`A scan: ${slots[slot].label[defaultLanguage]}.`));

export const versionNote = note(
  'The version that you have seen. If a newer one has been saved since, the call is refused with `version_conflict`; without `version`, the last writer wins.',
  1,
);

export const listNotes: Notes = {
  page: { ...note('Which page, from 1.'), default: 1, minimum: 1 },
  limit: {
    ...note(`How many per page; more than ${limits.pageSizeMax} counts as ${limits.pageSizeMax}.`),
    default: limits.pageSize,
    minimum: 1,
  },
  search: note('A part of the passport number.', 'EB01'),
  status: note('Only applications of this status.'),
  sort: note('What to sort by.'),
  order: note('The direction. By default newest first, and other fields from A to Z.'),
  from: { ...note('Arrived on this day in Dhaka or later.', '2026-03-01'), format: 'date' },
  to: { ...note('Arrived on this day in Dhaka or before.', '2026-03-31'), format: 'date' },
  late: note(`Only those pending for more than ${limits.lateAfterDays} days.`),
  collect: { ...note('Only visas to collect on this day.', '2026-03-31'), format: 'date' },
  guessed: note(
    `Only those whose passport was tried so often without a match, within ${limits.enquiryMissesKeptDays} days, that searching for it was blocked; not those for which staff have lifted the block.`,
  ),
  deleted: note('Only deleted applications.'),
  past: note('Only those whose last decision is older than the setting `RETENTION_YEARS`; refused if that is not set.'),
  assigned: note(
    'Only applications assigned to this member of staff: the id of an account, `me`, or `nobody` for the unassigned ones.',
    'nobody',
  ),
  missing: note(`Only those that lack at least one of their ${slotNames.length} documents.`),
  asOf: {
    ...note('`asOf` of the first page, to page through the records of that moment; filters use their current values.'),
    minimum: 0,
  },
};

export const findNotes: Notes = {
  ...listNotes,
  find: note(
    `A text of at most ${limits.textLengthMax} characters, instead of \`search\`. It is a part of the passport number; the words of a name, or how they begin, in any order and in Latin or Bangla spelling (\`rohman\` and \`রহমান\` are \`Rahman\`); the beginning of a phone number, with or without \`+880\` or its zero, or its last digits; the beginning of the e-mail address or of the national ID, which in a number of 17 digits begins after the year, or with the whole year and four more digits. A text of fewer than ${limits.findLengthMin} characters, with digits of fewer than ${limits.findDigitsMin}, is looked for in the passport alone. \`matches\` of each record says what it was found by.`,
    'rahman abdul',
  ),
};

export const matchNotes: Notes = {
  kind: note('The field that matched.'),
  pieces: note('Its text in pieces; of a name, only the words that matched.'),
  ...within('pieces', {
    text: note('The text of the piece.'),
    isMatch: note('Whether this piece is what matched.'),
  }),
};

export const auditNotes: Notes = {
  user: note(
    `Only what this person did: the id of an account, or \`${systemActor}\` for what the system did by itself.`,
    '0123456789abcdef01234567',
  ),
  record: note('Only changes of this record.', '0123456789abcdef01234567'),
  action: note(
    `Only this action, or \`${changesOnly}\` for all but sign-ins, reading, downloads and refusals.`,
    'application.decided',
  ),
  from: { ...note('From this day on, in Dhaka.', '2026-03-01'), format: 'date' },
  to: { ...note('Up to this day, in Dhaka.', '2026-03-31'), format: 'date' },
  search: note(
    `Only records that the text names: contained in a passport number, in the name of an account or in the title of a slide, or at the start of an applicant’s name. Of more than ${subjectsFoundMax} applications, the newest.`,
    'EB0123456',
  ),
  page: { ...note(`Which page of ${limits.pageSize}, from 1.`), default: 1, minimum: 1 },
};

const { page: _, ...filterNotes } = auditNotes;
export const auditExportNotes: Notes = {
  format: note('`csv` for a spreadsheet, `ndjson` for a program.', 'csv'),
  ...filterNotes,
};

export const enquiryNotes: Notes = {
  search: note('The passport number.', 'EB0123456'),
  search1: note('The nationality: a country, in English or Bangla.', 'Bangladeshi'),
  search2: { ...note('The birth date.', '1990-01-05'), format: 'date' },
  limit: {
    ...note('Accepted and checked for older clients; there is never more than one match.'),
    default: limits.pageSize,
    minimum: 1,
  },
};

const dateNote = (description: string, example = '2026-03-10'): Note => ({
  ...note(description, example),
  format: 'date',
});
const decisionNote = note(
  `A note of up to ${limits.noteLengthMax.toLocaleString('en')} characters, for the staff alone.`,
  'Called on Monday',
);
const reasonNote = note(
  `What the applicant is told, up to ${limits.reasonLengthMax} characters. Without the field, a correction keeps it.`,
  'The work permit is missing',
);
const unused = note('Not used by this decision.');

export const decisionNotes = {
  open: {
    date: dateNote('The visa collect date; without it, the present one stays.'),
    collectDate: unused,
    note: decisionNote,
    reason: unused,
    version: versionNote,
  },
  positive: {
    date: dateNote('The visa approve date; without it, today in Dhaka.'),
    collectDate: dateNote(
      `The visa collect date, not before the approve date; without it, ${limits.collectAfterBusinessDays} business days after it.`,
      '2026-03-12',
    ),
    note: decisionNote,
    reason: reasonNote,
    version: versionNote,
  },
  negative: { date: unused, collectDate: unused, note: decisionNote, reason: reasonNote, version: versionNote },
} satisfies Record<Outcome, Notes>;

export const bringBackNotes: Notes = {
  version: note('The version whose previous values to restore.', 2),
  fields: note('The names of the fields and files to restore to what they were before it.', ['passport', 'file1']),
};

export const takenNotes: Notes = {
  passport: note('A passport number as it was typed.', 'EB1234567'),
  email: note('An e-mail address as it was typed.', 'rahim@example.org'),
  except: note('The application that is being edited, which may keep its own values.'),
};

export const rightsNotes: Notes = {
  rights: note('Every right that the account has from now on; any that is not named is removed.'),
};

const { page: _page, limit: _limit, sort: _sort, order: _order, deleted: _deleted, ...listFilterNotes } = findNotes;
export const assignmentNotes: Notes = {
  assignee: note('Whom to assign them to: the id of an account, `me`, or `nobody` to unassign them.', 'me'),
  others: {
    ...note(
      'What to do with those assigned to somebody else: `refuse` the call and name those people, let them `keep` theirs, or `take` them and reassign them.',
    ),
    default: 'refuse',
  },
  takenFrom: note(
    'With `take`: the people whose applications may be reassigned, as the refusal named them. If one is assigned to anybody else by now, the call is refused again.',
    ['0123456789abcdef01234567'],
  ),
  ids: note(
    `The applications, up to ${limits.assignedByIdMax}. Deleted ones are left out and counted as \`gone\`; if the rule refuses one of the others, none is assigned.`,
    ['0123456789abcdef01234567'],
  ),
  total: {
    ...note('How many matched, according to the list. If more match now, nothing is assigned.', 12),
    minimum: 0,
  },
  ...listFilterNotes,
  asOf: {
    ...note('Instead of ids: everything that the filter of a list matches, with the `asOf` of its answer.'),
    minimum: 0,
  },
};

export const noteNotes: Notes = {
  text: note(
    `Up to ${limits.noteLengthMax.toLocaleString('en')} characters, for the staff alone.`,
    'The employer sends the letter on Sunday',
  ),
};

export const withdrawalNotes: Notes = {
  reason: note(`Why, up to ${limits.reasonLengthMax} characters, for the staff alone.`, 'Meant for another applicant'),
  version: versionNote,
};

const requiredReasonLength = `${limits.requiredReasonLengthMin} to ${limits.reasonLengthMax} characters`;

export const erasureNotes: Notes = {
  reason: note(
    `Why, ${requiredReasonLength}. It stays in the audit log, so it should not name the person.`,
    'Asked for by the applicant',
  ),
};

export const holdNotes: Notes = {
  hold: note('`true` to hold it, `false` to release it.', true),
  reason: note(`Why, ${requiredReasonLength}.`, 'A court has asked for the papers'),
};

export const slideNotes: Notes = {
  thumbnail: note('The title.', 'Work in Canada'),
  title: note('The text.', 'Verified employers, written contracts'),
  thumbnailBn: note('The title in Bangla.', 'কানাডায় কাজ'),
  titleBn: note('The text in Bangla.'),
  status: note('The same as `published`, as a word; `active` is read as `Published`.'),
  published: note('Whether the public sees it; takes precedence over `status`.', true),
  shownOnNavbar: note('Whether its title is in the navigation; this needs a link.', false),
  link: note('Where it leads: https, or a path of the site. Empty removes it.', '/enquiry'),
  position: { ...note('Its new place; the others move accordingly.', 1), minimum: 1 },
};

export const attemptNote = note(
  'A name for this attempt, in case it must be repeated because the answer was lost: with the same name, the slide that was added is updated with what is sent, and no second one is added.',
  'b1f7c0de-slide-1',
);

const passwordNote = note(
  `At least ${limits.passwordLengthMin} characters, at most ${limits.passwordBytesMax.toLocaleString('en')} bytes, and not easy to guess.`,
  'a long walk to Srimangal',
);

export const accountNotes: Notes = {
  name: note('The name of the person.', 'Rupa Akter'),
  email: note('The address to sign in with.', 'rupa@maplegate.example'),
  password: passwordNote,
  role: note(`What this person may do: ${assignableRoles.join(', ')}. Anything else counts as not sent.`, defaultRole),
};

const codeNote = note(
  `A code of ${limits.totpDigits} digits from the app, or a recovery code of ${limits.recoveryCodeLength} characters. Each works once.`,
  '123456',
);
const credentialNote = note('The passkey’s answer, as returned by the browser’s `toJSON()`.');

export const totpNotes: Notes = { code: note('A code that the app shows now.', '123456') };
export const passkeyNotes: Notes = {
  name: note(`Its name, up to ${limits.passkeyNameLengthMax} characters.`, 'Office laptop'),
  credential: credentialNote,
};
export const passkeyLoginNotes: Notes = { credential: credentialNote };

export const loginNotes: Notes = {
  email: note('The address of the account.', 'admin@maplegate.example'),
  password: note('The password.', 'a long walk to Srimangal'),
  code: codeNote,
};

export const profileNotes: Notes = {
  name: note('The name of the person.', 'Rupa Akter'),
  email: note('The address from the settings; no other is accepted.', 'admin@maplegate.example'),
  current: note(
    `The current password. Not used for set-up, and not needed within ${limits.recentSignInMinutes} minutes of signing in.`,
    'the old one of 2025',
  ),
  password: {
    ...passwordNote,
    description: `${passwordNote.description} Required for set-up; afterwards, if it is left out or empty, the password stays as it is.`,
  },
  confirmPassword: note('The password again.', 'a long walk to Srimangal'),
};

export const confirmationNotes: Notes = {
  password: note('The current password.', 'a long walk to Srimangal'),
  code: codeNote,
  credential: credentialNote,
};

export const passwordNotes: Notes = {
  current: note('The current password.', 'the old one of 2025'),
  password: passwordNote,
  confirmPassword: note('The new password again.', 'a long walk to Srimangal'),
};
