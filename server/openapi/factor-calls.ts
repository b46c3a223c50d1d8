/** What `calls.ts` says of the second step of signing in, and of confirmation. */
import { limits } from '../../contract/limits.ts';
import { newPasskey, totpCode } from '../factors/requests.ts';
import { anyConfirmation, passkeyRequest } from '../sign-in/requests.ts';
import type { CallDescription } from './call-description.ts';
import * as notes from './notes.ts';

const group = 'Signing in';

export const signedIn = {
  status: 200,
  text: 'Signed in. The credential is the cookie alone.',
  cookies: '`session` (HttpOnly), `refreshToken` (readable, no credential) and `device` (HttpOnly).',
} as const;

const question = {
  status: 200,
  text: 'The options for the browser’s `navigator.credentials`.',
  cookies: '`challenge` (HttpOnly), which must be sent with the answer.',
} as const;

export const factorCalls = {
  draftKey: {
    group,
    summary: 'Get the key of my drafts',
    text: 'For drafts that the browser keeps on the device until they are saved. It is derived from the session cookie, so it stays the same for that session, differs in every other, and afterwards is known to nobody, not even the server.',
    success: { status: 200, text: 'The key.' },
  },
  passkeyLoginOptions: {
    group,
    summary: 'Begin a sign-in by passkey',
    text: `The challenge is valid for ${limits.passkeyMinutes} minutes and for one answer, from this browser.`,
    success: question,
  },
  passkeyLogin: {
    group,
    summary: 'Sign in by passkey',
    text: 'The passkey must verify its owner, and counts as both password and second factor.',
    json: { schema: passkeyRequest, notes: notes.passkeyLoginNotes },
    success: signedIn,
    errors: ['invalid_credentials'],
  },
  confirm: {
    group,
    summary: 'Confirm who I am',
    text: `For ${limits.confirmationMinutes} minutes the session may then make the calls that answer \`confirmation_needed\` without it. Send the password, with a code where the account has an app, or a passkey instead. Wrong ones count towards the same lock as failed sign-ins.`,
    json: { schema: anyConfirmation, notes: notes.confirmationNotes },
    success: { status: 204, text: 'Confirmed.' },
    errors: ['overloaded'],
    fieldErrors: {
      wrong_current_password: ['password'],
      code_required: ['code'],
      wrong_code: ['code'],
      wrong_passkey: ['credential'],
    },
  },
  confirmOptions: {
    group,
    summary: 'Begin a confirmation by passkey',
    success: question,
  },
  factors: {
    group,
    summary: 'List my second factors',
    success: { status: 200, text: 'The factors of the account.' },
  },
  startTotp: {
    group,
    summary: 'Get a secret for an app',
    text: 'It takes effect only once a code from it has been sent; until then an existing app stays in effect.',
    success: { status: 200, text: 'The secret.' },
  },
  enableTotp: {
    group,
    summary: 'Turn the app on',
    text: 'The code counts as used. Previous recovery codes no longer work.',
    json: { schema: totpCode, notes: notes.totpNotes },
    success: { status: 200, text: 'New recovery codes.' },
    fieldErrors: { wrong_code: ['code'] },
  },
  removeTotp: {
    group,
    summary: 'Remove the app',
    text: 'Removing the last factor also removes the recovery codes.',
    success: { status: 204, text: 'Removed.' },
    errors: ['not_found'],
  },
  newRecoveryCodes: {
    group,
    summary: 'Get new recovery codes',
    text: 'The previous ones no longer work.',
    success: { status: 200, text: 'New recovery codes.' },
    errors: ['no_second_factor'],
  },
  passkeyOptions: {
    group,
    summary: 'Begin to add a passkey',
    text: `The challenge is valid for ${limits.passkeyMinutes} minutes and for one answer, in this session.`,
    success: question,
    errors: ['too_many_passkeys'],
  },
  addPasskey: {
    group,
    summary: 'Add a passkey',
    json: { schema: newPasskey, notes: notes.passkeyNotes },
    success: { status: 201, text: 'The new passkey.' },
    errors: ['too_many_passkeys'],
    fieldErrors: { wrong_passkey: ['credential'] },
  },
  removePasskey: {
    group,
    summary: 'Remove a passkey',
    text: 'Removing the last factor also removes the recovery codes.',
    params: { id: { description: 'The id of the passkey.', examples: ['0123456789abcdef01234567'] } },
    success: { status: 204, text: 'Removed.' },
    errors: ['not_found'],
  },
} satisfies Record<string, CallDescription>;
