/**
 * What each call is for, what it takes, and its own errors. What follows from method, path, permission and kind of body
 * is not repeated here; `document.ts` adds it.
 */
import { applicationChange, newApplication, withdrawal } from '../../contract/application.ts';
import { formFields, uniqueFields } from '../../contract/application-form.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { pictureTypes, thumbnailTypes } from '../../contract/files.ts';
import { limits, megabytes } from '../../contract/limits.ts';
import { newSlide, slideChange } from '../../contract/slide.ts';
import { newUser, passwordChange, profileChange, userChange } from '../../contract/user.ts';
import { versionsListedMax } from '../applications/former-values.ts';
import { attachmentChange, bringBackRequest, findRequest, listQuery, takenRequest } from '../applications/requests.ts';
import { loginRequest } from '../sign-in/requests.ts';
import { auditCalls } from './audit-calls.ts';
import { anyDay, type CallDescription, type FileField } from './call-description.ts';
import { approveSeveralCall, decisionCalls } from './decision-calls.ts';
import { enquiryCalls } from './enquiry-calls.ts';
import { erasureCalls } from './erasure-calls.ts';
import { factorCalls, signedIn } from './factor-calls.ts';
import * as notes from './notes.ts';
import { staffCalls } from './staff-calls.ts';
import { transferCalls } from './transfer-calls.ts';
import { viewCalls } from './view-calls.ts';
import { workCalls } from './work-calls.ts';

const list = (numbers: readonly number[]) => numbers.join(', ');
const idParam = (description: string): notes.Notes => ({
  id: { description, examples: ['0123456789abcdef01234567'] },
});
const applicationId = idParam('The id of the application.');
const slideId = idParam('The id of the slide.');
const userId = idParam('The id of the account. That of the super admin is unknown here.');

const unique = Object.fromEntries(uniqueFields.map((field) => [formFields[field].takenCode, [field]]));
const weakPassword = { password_too_common: ['password'] } as const;
const outsideLink = { outside_link_not_allowed: ['link'] } as const;
const changed = { status: 200, text: 'The application as it is now.' } as const;

const pixels = `${limits.picturePixelsMax / 1_000_000} megapixels, with at most ${limits.pictureSidePxMax.toLocaleString('en')} pixels on one side`;

const photo = (bytesMax: number, tooLarge: ErrorCode): FileField => ({
  description: `The photo: JPEG or PNG, up to ${megabytes(bytesMax)} MB and ${pixels}.`,
  bytesMax,
  tooLarge,
});
const scan = (description: string): FileField => ({
  description: `${description} JPEG or PNG, up to ${megabytes(limits.attachmentBytesMax)} MB and ${pixels}.`,
  bytesMax: limits.attachmentBytesMax,
  tooLarge: 'attachment_too_large',
  mayBePdf: true,
});
const slidePicture: FileField = {
  description: `The picture: JPEG or PNG, up to ${megabytes(limits.slideImageBytesMax)} MB and ${pixels}.`,
  bytesMax: limits.slideImageBytesMax,
  tooLarge: 'photo_too_large',
};

const changeForm = {
  schema: applicationChange(anyDay),
  notes: { ...notes.applicationNotes, version: notes.versionNote },
};
const attachForm = {
  schema: attachmentChange(anyDay),
  notes: {
    ...changeForm.notes,
    remove: { description: 'Slots to empty, separated by commas.', examples: ['file1,file3'] },
  },
};

export const calls = {
  login: {
    group: 'Signing in',
    summary: 'Sign in',
    text: `After ${limits.loginFailuresBeforeLock} failures in a row an account is locked for a second, then for two, four and so on up to ${limits.loginLockSecondsMax / 60} minutes. A lock answers like a wrong password. An account with a second factor needs a \`code\` too: without it the right password is answered with \`second_factor_required\` and \`methods\`, and a wrong one is answered and counted like a wrong password.`,
    json: { schema: loginRequest, notes: notes.loginNotes },
    success: signedIn,
    errors: ['invalid_credentials', 'second_factor_required', 'overloaded'],
  },
  ...factorCalls,
  logout: {
    group: 'Signing in',
    summary: 'Sign out',
    text: 'Ends the session on the server. Without a session, nothing happens.',
    success: { status: 204, text: 'Signed out.', cookies: '`session` and `refreshToken` expire.' },
  },
  me: {
    group: 'Signing in',
    summary: 'Who am I',
    success: { status: 200, text: 'The person behind the session.' },
  },
  sessions: {
    group: 'Signing in',
    summary: 'List my sessions',
    success: { status: 200, text: 'Your own sessions.' },
  },
  endSession: {
    group: 'Signing in',
    summary: 'End one of my sessions',
    params: idParam('The id of the session, from the list.'),
    success: { status: 204, text: 'Ended.', cookies: '`session` and `refreshToken` expire, if it was this session.' },
    errors: ['not_found'],
  },
  changePassword: {
    group: 'Signing in',
    summary: 'Change my password',
    text: 'Ends every other session of the account.',
    json: { schema: passwordChange, notes: notes.passwordNotes },
    success: { status: 204, text: 'Changed.' },
    errors: ['overloaded'],
    fieldErrors: { wrong_current_password: ['current'], password_not_new: ['password'], ...weakPassword },
  },
  setup: {
    group: 'Staff',
    summary: 'Ask whether the product is set up',
    success: { status: 200, text: 'Whether the super admin is still to be created.' },
  },
  profile: {
    group: 'Staff',
    summary: 'Create the super admin, or change his profile',
    text: `Before the set-up it takes the one-time code from the file \`setup-code\` of the data folder; ${limits.setupCodeTries} wrong codes invalidate it. Afterwards only the super admin may use it, with the present password or a session that signed in within ${limits.recentSignInMinutes} minutes.`,
    json: { schema: profileChange, notes: notes.profileNotes },
    callers: ['setupCode', 'superAdmin'],
    success: { status: 200, text: 'The profile as it is now.', created: 'The super admin, who did not exist before.' },
    errors: ['invalid_setup_code', 'unauthorized', 'forbidden', 'confirmation_needed', 'overloaded'],
    fieldErrors: {
      email_is_fixed: ['email'],
      wrong_current_password: ['current'],
      current_password_needed: ['current'],
      ...weakPassword,
    },
  },
  users: {
    group: 'Staff',
    summary: 'List the admins',
    text: 'The super admin is not among them.',
    success: { status: 200, text: 'The admins.' },
  },
  addUser: {
    group: 'Staff',
    summary: 'Add an admin',
    json: { schema: newUser, notes: notes.accountNotes },
    success: { status: 201, text: 'The new admin.' },
    errors: ['overloaded'],
    fieldErrors: { user_exists: ['email'], ...weakPassword },
  },
  updateUser: {
    group: 'Staff',
    summary: 'Change an admin',
    text: 'Fields that are not sent stay as they are. A new password ends every session of the account.',
    params: userId,
    json: { schema: userChange, notes: notes.accountNotes, isOptional: true },
    success: { status: 200, text: 'The account as it is now.' },
    errors: ['not_found', 'overloaded'],
    fieldErrors: { email_exists: ['email'], ...weakPassword },
  },
  deleteUser: {
    group: 'Staff',
    summary: 'Delete an admin',
    text: 'Ends every session of the account.',
    params: userId,
    success: { status: 200, text: 'The account as it was.' },
    errors: ['not_found'],
  },
  ...staffCalls(userId),
  applications: {
    group: 'Applications',
    summary: 'List, search and filter applications',
    query: { schema: listQuery, notes: notes.listNotes },
    success: { status: 200, text: 'One page.' },
    fieldErrors: { invalid_filter: ['asOf', 'late', 'past'] },
  },
  searchApplications: {
    group: 'Applications',
    summary: 'List, search and filter applications, by JSON',
    text: 'The same names, texts and answer as with the query; `page`, `limit` and `asOf` may be numbers. A passport number in an address lands in logs and histories, so search with this call. `find` searches everything that people say about themselves, and exists only here.',
    json: { schema: findRequest, notes: notes.findNotes, isOptional: true },
    success: { status: 200, text: 'One page.' },
    fieldErrors: { invalid_search: ['find'], invalid_filter: ['asOf', 'late', 'past'] },
  },
  applicationSummary: {
    group: 'Applications',
    summary: 'Count applications',
    success: { status: 200, text: 'The numbers of the dashboard.' },
  },
  ...transferCalls,
  application: {
    group: 'Applications',
    summary: 'Read an application',
    params: applicationId,
    success: { status: 200, text: 'The application with its history.' },
    errors: ['not_found'],
  },
  takenValues: {
    group: 'Applications',
    summary: 'Ask whether a passport number or an e-mail is taken',
    text: 'Among applications that are not deleted, before one is saved. Nothing is counted and nothing is recorded.',
    json: { schema: takenRequest(anyDay), notes: notes.takenNotes, isOptional: true },
    success: { status: 200, text: 'The application that already has each value, if there is one.' },
  },
  addApplication: {
    group: 'Applications',
    summary: 'Add an application',
    text: 'The photo is decoded and encoded again, which removes anything hidden in it.',
    form: {
      schema: newApplication(anyDay),
      notes: notes.applicationNotes,
      files: { image: { ...photo(limits.photoBytesMax, 'photo_too_large'), isRequired: true } },
    },
    success: { status: 201, text: 'The new application.' },
    fieldErrors: unique,
  },
  updateApplication: {
    group: 'Applications',
    summary: 'Edit an application',
    text: 'Fields that are not sent stay as they are. Without a new photo, JSON is enough.',
    params: applicationId,
    json: { ...changeForm, isOptional: true },
    form: { ...changeForm, files: { image: photo(limits.photoOnEditBytesMax, 'photo_too_large_on_edit') } },
    success: changed,
    errors: ['not_found', 'version_conflict', 'overloaded'],
    fieldErrors: { ...unique, invalid_job_title: ['jobTitle'] },
  },
  updateAttachments: {
    group: 'Applications',
    summary: 'Attach, replace and remove documents',
    text: 'Files and fields together, all or nothing. Without new files, JSON is enough.',
    params: applicationId,
    json: { ...attachForm, isOptional: true },
    form: {
      ...attachForm,
      files: Object.fromEntries(
        Object.entries(notes.slotNotes).map(([slot, { description }]) => [slot, scan(description)]),
      ),
    },
    success: changed,
    errors: ['not_found', 'version_conflict', 'overloaded'],
    fieldErrors: { ...unique, invalid_job_title: ['jobTitle'] },
  },
  ...decisionCalls(applicationId),
  approveSeveral: approveSeveralCall,
  withdrawDecision: {
    group: 'Applications',
    summary: 'Withdraw the latest decision',
    text: 'Status and dates go back to what they were before it. The applicant no longer sees it; staff see it as withdrawn.',
    params: applicationId,
    json: { schema: withdrawal, notes: notes.withdrawalNotes },
    success: changed,
    errors: ['not_found', 'nothing_to_withdraw', 'version_conflict', 'overloaded'],
  },
  deleteApplication: {
    group: 'Applications',
    summary: 'Delete an application',
    text: `It disappears from every list and look-up at once, and so do its files. It can be restored for ${limits.restoreDays} days.`,
    params: applicationId,
    success: { status: 200, text: 'The application as it was.' },
    errors: ['not_found', 'held', 'overloaded'],
  },
  restoreApplication: {
    group: 'Applications',
    summary: 'Restore a deleted application',
    params: applicationId,
    success: changed,
    errors: ['not_found'],
    fieldErrors: unique,
  },
  ...erasureCalls(applicationId),
  versions: {
    group: 'Applications',
    summary: 'List what was replaced',
    text: `Edits, attachments and removals, newest first, for ${limits.restoreDays} days: the newest ${versionsListedMax} of the application. An older one is not listed, but its version can be restored as well.`,
    params: applicationId,
    success: { status: 200, text: 'The changes with the previous values.' },
    errors: ['not_found'],
  },
  bringBack: {
    group: 'Applications',
    summary: 'Restore previous values',
    text: 'A change like any other, with its checks; but a former job title is restored even if an edit cannot choose it.',
    params: applicationId,
    json: { schema: bringBackRequest, notes: notes.bringBackNotes },
    success: changed,
    errors: ['not_found', 'overloaded'],
    fieldErrors: { ...unique, invalid_fields: ['fields'] },
  },
  ...workCalls(applicationId),
  unblock: {
    group: 'Applications',
    summary: 'Allow a passport to be searched for again',
    text: `After too many tries that found nothing, the status check refuses a passport for up to ${limits.enquiryMissesKeptDays} days. This clears those tries.`,
    params: applicationId,
    success: { status: 204, text: 'It can be searched for again.' },
    errors: ['not_found'],
  },
  ...viewCalls,
  ...enquiryCalls,
  file: {
    group: 'Files',
    summary: 'Fetch a file',
    hasErrorPage: true,
    text: `Pictures of published slides are public. Files of an application are for staff and, for ${limits.grantMinutes} minutes, for the applicant. A file that the caller may not read is answered as if it did not exist. Ranges are not served. A browser that opens the address in a tab gets an error as a page, in words and in the reader’s language.`,
    params: {
      name: {
        description: `\`{id}.{extension}\` as given in an answer, or a thumbnail, \`{id}-{width}.{format}\`: ${list(limits.photoThumbnailWidths)} for photos and ${list(limits.attachmentThumbnailWidths)} for scans (webp), ${list(limits.slideThumbnailWidths)} for slides (avif and webp).`,
        examples: ['0123456789abcdef01234567.jpg'],
      },
    },
    callers: ['nobody', 'grant', 'session'],
    success: {
      status: 200,
      text: 'The bytes.',
      types: [...pictureTypes, ...Object.values(thumbnailTypes), 'application/pdf'],
    },
    errors: ['not_found'],
  },
  slides: {
    group: 'Slides',
    summary: 'List the slides',
    text: 'The published ones in their order; staff get all of them.',
    callers: ['nobody', 'session'],
    success: { status: 200, text: 'The slides.' },
  },
  addSlide: {
    group: 'Slides',
    summary: 'Add a slide',
    text: 'It becomes the last one.',
    headers: { 'Idempotency-Key': notes.attemptNote },
    form: { schema: newSlide, notes: notes.slideNotes, files: { image: { ...slidePicture, isRequired: true } } },
    success: { status: 201, text: 'The new slide.' },
    fieldErrors: outsideLink,
  },
  updateSlide: {
    group: 'Slides',
    summary: 'Change or move a slide',
    text: 'Fields that are not sent stay as they are. Without a new picture, JSON is enough.',
    params: slideId,
    json: { schema: slideChange, notes: notes.slideNotes, isOptional: true },
    form: { schema: slideChange, notes: notes.slideNotes, files: { image: slidePicture } },
    success: { status: 200, text: 'The slide as it is now.' },
    errors: ['not_found'],
    fieldErrors: outsideLink,
  },
  deleteSlide: {
    group: 'Slides',
    summary: 'Delete a slide',
    params: slideId,
    success: { status: 200, text: 'The slide as it was.' },
    errors: ['not_found'],
  },
  ...auditCalls,
  system: {
    group: 'Service',
    summary: 'Read the state of the installation',
    text: 'Release, engine, storage, and the state of the backups and of the signing of the audit log.',
    success: { status: 200, text: 'The installation.' },
  },
  openapi: {
    group: 'Service',
    summary: 'This document',
    success: { status: 200, text: 'OpenAPI 3.1.', types: ['application/json'] },
  },
} satisfies Record<EndpointName, CallDescription>;
