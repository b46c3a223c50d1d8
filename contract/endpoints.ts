/**
 * Every call of the API: method, path and permission. The server cannot mount a call without a row here, and the client
 * calls nothing else.
 */
import { hasRight, type Principal, type Right } from './rights.ts';
import { isAllowed, type Permission } from './roles.ts';
import { forEachDecisionCall, pathFor } from './status.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface Endpoint {
  method: Method;
  /** Has `{name}` for each parameter. */
  path: string;
  permission: Permission;
  /** A right that the caller needs as well, and that an account can lose. */
  right?: Right;
  /** The user must have signed in or confirmed with the call `confirm` within the last minutes. */
  needsConfirmation?: true;
}

export const endpoints = {
  login: { method: 'POST', path: '/api/users/login', permission: 'everyone' },
  logout: { method: 'POST', path: '/api/users/logout', permission: 'everyone' },
  me: { method: 'GET', path: '/api/users/me', permission: 'staff' },
  /** The key that encrypts drafts on the device; it ends with the session. */
  draftKey: { method: 'GET', path: '/api/users/draftKey', permission: 'staff' },
  sessions: { method: 'GET', path: '/api/users/sessions', permission: 'staff' },
  endSession: { method: 'DELETE', path: '/api/users/sessions/{id}', permission: 'staff' },
  passkeyLoginOptions: { method: 'POST', path: '/api/users/passkey-login/options', permission: 'everyone' },
  passkeyLogin: { method: 'POST', path: '/api/users/passkey-login', permission: 'everyone' },
  confirm: { method: 'POST', path: '/api/users/confirm', permission: 'staff' },
  confirmOptions: { method: 'POST', path: '/api/users/confirm/options', permission: 'staff' },
  factors: { method: 'GET', path: '/api/users/factors', permission: 'staff' },
  startTotp: { method: 'POST', path: '/api/users/totp', permission: 'staff', needsConfirmation: true },
  enableTotp: { method: 'PUT', path: '/api/users/totp', permission: 'staff', needsConfirmation: true },
  removeTotp: { method: 'DELETE', path: '/api/users/totp', permission: 'staff', needsConfirmation: true },
  newRecoveryCodes: {
    method: 'POST',
    path: '/api/users/recovery-codes',
    permission: 'staff',
    needsConfirmation: true,
  },
  passkeyOptions: {
    method: 'POST',
    path: '/api/users/passkeys/options',
    permission: 'staff',
    needsConfirmation: true,
  },
  addPasskey: { method: 'POST', path: '/api/users/passkeys', permission: 'staff', needsConfirmation: true },
  removePasskey: { method: 'DELETE', path: '/api/users/passkeys/{id}', permission: 'staff', needsConfirmation: true },
  changePassword: { method: 'POST', path: '/api/users/password', permission: 'staff', needsConfirmation: true },
  setup: { method: 'GET', path: '/api/users/setup', permission: 'everyone' },
  /** Public because of the set-up; the rule requires the code or the super admin. */
  profile: { method: 'POST', path: '/api/users/profile', permission: 'everyone' },
  users: { method: 'GET', path: '/api/users/get_users', permission: 'staff' },
  addUser: { method: 'POST', path: '/api/users/add_user', permission: 'superAdmin', needsConfirmation: true },
  updateUser: {
    method: 'PUT',
    path: '/api/users/update_user/{id}',
    permission: 'superAdmin',
    needsConfirmation: true,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/users/delete_user/{id}',
    permission: 'superAdmin',
    needsConfirmation: true,
  },
  suspendUser: { method: 'POST', path: '/api/users/suspend/{id}', permission: 'superAdmin', needsConfirmation: true },
  resumeUser: { method: 'POST', path: '/api/users/resume/{id}', permission: 'superAdmin', needsConfirmation: true },
  setRights: { method: 'PUT', path: '/api/users/rights/{id}', permission: 'superAdmin', needsConfirmation: true },
  userSessions: { method: 'GET', path: '/api/users/{id}/sessions', permission: 'superAdmin' },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/users/{id}/sessions',
    permission: 'superAdmin',
    needsConfirmation: true,
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/users/{id}/sessions/{sessionId}',
    permission: 'superAdmin',
    needsConfirmation: true,
  },

  applications: { method: 'GET', path: '/api/application/fetchApplication', permission: 'staff' },
  /** The same by POST, since proxies and histories would keep a passport in the URL. */
  searchApplications: { method: 'POST', path: '/api/application/fetchApplication', permission: 'staff' },
  applicationSummary: { method: 'GET', path: '/api/application/summary', permission: 'staff' },
  /** Exports the records that the filter matches as a file; the audit log has an entry. */
  exportApplications: {
    method: 'POST',
    path: '/api/application/export',
    permission: 'staff',
    right: 'exporting',
    needsConfirmation: true,
  },
  application: { method: 'GET', path: '/api/application/{id}', permission: 'staff' },
  /** By POST, so that no passport is in a URL. */
  takenValues: { method: 'POST', path: '/api/application/taken', permission: 'staff' },
  addApplication: { method: 'POST', path: '/api/application/addApplication', permission: 'staff' },
  updateApplication: { method: 'PUT', path: '/api/application/updateApplication/{id}', permission: 'staff' },
  updateAttachments: { method: 'PUT', path: '/api/application/updateApplicationAdd/{id}', permission: 'staff' },
  ...forEachDecisionCall((decision) => ({
    method: 'PUT' as const,
    path: `/api/application/${pathFor(decision)}/{id}` as const,
    permission: 'staff' as const,
  })),
  /** Each follows the rules of a single approval. */
  approveSeveral: { method: 'POST', path: '/api/application/approveSeveral', permission: 'staff' },
  withdrawDecision: {
    method: 'POST',
    path: '/api/application/withdrawDecision/{id}',
    permission: 'superAdmin',
  },
  deleteApplication: {
    method: 'DELETE',
    path: '/api/application/deleteApplication/{id}',
    permission: 'staff',
    right: 'deleting',
  },
  restoreApplication: { method: 'POST', path: '/api/application/restoreApplication/{id}', permission: 'staff' },
  /** What erasing the record would remove, in numbers. */
  erasure: { method: 'GET', path: '/api/application/{id}/erasure', permission: 'superAdmin' },
  eraseApplication: {
    method: 'POST',
    path: '/api/application/eraseApplication/{id}',
    permission: 'superAdmin',
    needsConfirmation: true,
  },
  holdApplication: { method: 'PUT', path: '/api/application/holdApplication/{id}', permission: 'superAdmin' },
  versions: { method: 'GET', path: '/api/application/{id}/versions', permission: 'staff' },
  bringBack: { method: 'POST', path: '/api/application/{id}/bringBack', permission: 'staff' },
  /** The staff to whom records can be assigned, with the number of undecided records of each. */
  colleagues: { method: 'GET', path: '/api/application/colleagues', permission: 'staff' },
  assign: { method: 'POST', path: '/api/application/assign', permission: 'staff' },
  notes: { method: 'GET', path: '/api/application/{id}/notes', permission: 'staff' },
  addNote: { method: 'POST', path: '/api/application/{id}/notes', permission: 'staff' },
  /** Unblocks the passport of a record. */
  unblock: { method: 'POST', path: '/api/application/{id}/unblock', permission: 'staff' },

  views: { method: 'GET', path: '/api/views', permission: 'staff' },
  addView: { method: 'POST', path: '/api/views', permission: 'staff' },
  /** The rule requires its maker or the super admin. */
  updateView: { method: 'PUT', path: '/api/views/{id}', permission: 'staff' },
  deleteView: { method: 'DELETE', path: '/api/views/{id}', permission: 'staff' },

  imports: { method: 'GET', path: '/api/imports', permission: 'staff' },
  addImport: { method: 'POST', path: '/api/imports', permission: 'staff' },
  importRun: { method: 'GET', path: '/api/imports/{id}', permission: 'staff' },
  /** Ends every possibility to undo it. */
  deleteImport: { method: 'DELETE', path: '/api/imports/{id}', permission: 'staff', right: 'deleting' },
  /** The dry run. */
  checkImport: { method: 'POST', path: '/api/imports/{id}/check', permission: 'staff' },
  startImport: { method: 'POST', path: '/api/imports/{id}/start', permission: 'staff' },
  /** May remove thousands of records for good. */
  undoImport: {
    method: 'POST',
    path: '/api/imports/{id}/undo',
    permission: 'staff',
    right: 'deleting',
    needsConfirmation: true,
  },
  /** Exports the rows that were refused as a file; the audit log has an entry. */
  importReport: {
    method: 'POST',
    path: '/api/imports/{id}/report',
    permission: 'staff',
    right: 'exporting',
    needsConfirmation: true,
  },

  enquiry: { method: 'POST', path: '/api/application/fetchApplicationEnquiry', permission: 'everyone' },
  enquiryByQuery: { method: 'GET', path: '/api/application/fetchApplicationEnquiry', permission: 'everyone' },
  granted: { method: 'GET', path: '/api/application/granted', permission: 'everyone' },
  extendGrant: { method: 'POST', path: '/api/application/granted', permission: 'everyone' },
  endGrant: { method: 'DELETE', path: '/api/application/granted', permission: 'everyone' },

  /** Public where a grant or a published slide allows it; the rule checks. */
  file: { method: 'GET', path: '/api/files/{name}', permission: 'everyone' },

  slides: { method: 'GET', path: '/api/slider/fetchSlider', permission: 'everyone' },
  addSlide: { method: 'POST', path: '/api/slider/addSlider', permission: 'staff' },
  updateSlide: { method: 'PUT', path: '/api/slider/updateSlider/{id}', permission: 'staff' },
  deleteSlide: {
    method: 'DELETE',
    path: '/api/slider/deleteSlider/{id}',
    permission: 'staff',
    right: 'deleting',
  },

  audit: { method: 'GET', path: '/api/audit', permission: 'superAdmin' },
  /** The same by POST, since a searched passport must not be in a URL. */
  searchAudit: { method: 'POST', path: '/api/audit', permission: 'superAdmin' },
  /** Exports the entries that the filter matches; the audit log has an entry of that, too. */
  exportAudit: { method: 'POST', path: '/api/audit/export', permission: 'superAdmin' },
  auditTree: { method: 'GET', path: '/api/audit/tree', permission: 'superAdmin' },
  auditPeople: { method: 'GET', path: '/api/audit/people', permission: 'superAdmin' },

  system: { method: 'GET', path: '/api/system', permission: 'superAdmin', needsConfirmation: true },

  openapi: { method: 'GET', path: '/api/openapi.json', permission: 'everyone' },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The parameters of a path by their names. */
export type PathParameters<Name extends EndpointName> = Record<NamesIn<(typeof endpoints)[Name]['path']>, string>;

/** `id`, `sessionId` and the like are ids; a file has a name. */
export function isIdParameter(name: string): boolean {
  return /^id$|Id$/.test(name);
}

/** The error with which role and rights refuse the call; null if they allow it. Screens use `mayCall`. */
export function refusalOf(
  name: EndpointName,
  caller: Principal | null,
): 'unauthorized' | 'forbidden' | 'right_missing' | null {
  const { permission, right }: Endpoint = endpoints[name];
  if (!isAllowed(permission, caller?.role ?? null)) return caller ? 'forbidden' : 'unauthorized';
  return right === undefined || hasRight(right, caller) ? null : 'right_missing';
}

export function mayCall(name: EndpointName, caller: Principal | null): boolean {
  return refusalOf(name, caller) === null;
}

export function needsConfirmation(name: EndpointName): boolean {
  return 'needsConfirmation' in endpoints[name];
}
