/** The answers about accounts, their sessions and their factors. */
import { z } from 'zod';
import { count, id, moment } from './answer-parts.ts';
import { rights } from './rights.ts';
import { roles } from './roles.ts';

/** The methods that complete or replace a password, in their order on the wire. */
export const factorMethods = ['totp', 'recovery', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];

export const user = z.strictObject({ _id: id, name: z.string(), email: z.string(), role: z.enum(roles) });
export type User = z.output<typeof user>;

const rightNames = z.array(z.enum(rights));

export const staffUser = z.strictObject({ ...user.shape, suspendedAt: moment.nullable(), rights: rightNames });
export type StaffUser = z.output<typeof staffUser>;

export const session = z.strictObject({
  _id: id,
  createdAt: moment,
  lastSeenAt: moment,
  device: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  phone: z.boolean(),
  current: z.boolean(),
});
export type SessionEntry = z.output<typeof session>;

export const meAnswer = z.strictObject({
  user,
  rights: rightNames,
  expiresAt: moment,
  passwordChangeNeeded: z.boolean(),
  secondFactorNeeded: z.boolean(),
});

export const draftKeyAnswer = z.strictObject({ key: z.string().regex(/^[\w-]{43}$/) });

export const loginAnswer = z.strictObject({ token: z.string(), refreshToken: z.string(), user });

export const newPasskey = z.strictObject({ _id: id, name: z.string(), createdAt: moment });
export const passkey = z.strictObject({ ...newPasskey.shape, lastUsedAt: moment.nullable() });
export type Passkey = z.output<typeof passkey>;

export const factorsAnswer = z.strictObject({
  totp: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: count,
});

export const totpAnswer = z.strictObject({ secret: z.string(), uri: z.string() });

export const recoveryCodesAnswer = z.strictObject({ recoveryCodes: z.array(z.string()) });

/** The options for `navigator.credentials`, in the JSON of WebAuthn. */
export const webAuthnOptions = z.looseObject({ challenge: z.string() });

export const setupState = z.strictObject({ needed: z.boolean(), email: z.string() });

export const accountAnswers = {
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
} as const;
