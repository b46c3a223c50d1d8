/**
 * Every call of the API: method, path and permission. The server cannot mount a call without a row here, and the client
 * calls nothing else.
 */
import { hasRight, type Principal, type Right } from './rights.ts';
import { isAllowed, type Permission } from './roles.ts';
import { forEachDecisionCall } from './status.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface Endpoint {
  method: Method;
  /** Has `{name}` for each parameter. */
  path: string;
  permission: Permission;
  /** A right that the caller needs as well, and that an account can lose. */
  right?: Right;
  /** The user must have signed in, or confirmed with the call `confirm`, within `limits.confirmationMinutes`. */
  needsConfirmation?: true;
}

/** Makes calls that need this permission. */
const withPermission =
  <Who extends Permission>(permission: Who) =>
  <Path extends string>(method: Method, path: Path, rules: Pick<Endpoint, 'right' | 'needsConfirmation'> = {}) => ({
    method,
    path,
    permission,
    ...rules,
  });
const everyone = withPermission('everyone');
const staff = withPermission('staff');
const superAdmin = withPermission('superAdmin');
const confirmed = { needsConfirmation: true } as const;

export const endpoints = {
  login: everyone('POST', '/api/users/login'),
  logout: everyone('POST', '/api/users/logout'),
  me: staff('GET', '/api/users/me'),
  /** The key that encrypts drafts on the device; it ends with the session. */
  draftKey: staff('GET', '/api/users/draftKey'),
  sessions: staff('GET', '/api/users/sessions'),
  endSession: staff('DELETE', '/api/users/sessions/{id}'),
  passkeyLoginOptions: everyone('POST', '/api/users/passkey-login/options'),
  passkeyLogin: everyone('POST', '/api/users/passkey-login'),
  confirm: staff('POST', '/api/users/confirm'),
  confirmOptions: staff('POST', '/api/users/confirm/options'),
  factors: staff('GET', '/api/users/factors'),
  startTotp: staff('POST', '/api/users/totp', confirmed),
  enableTotp: staff('PUT', '/api/users/totp', confirmed),
  removeTotp: staff('DELETE', '/api/users/totp', confirmed),
  newRecoveryCodes: staff('POST', '/api/users/recovery-codes', confirmed),
  passkeyOptions: staff('POST', '/api/users/passkeys/options', confirmed),
  addPasskey: staff('POST', '/api/users/passkeys', confirmed),
  removePasskey: staff('DELETE', '/api/users/passkeys/{id}', confirmed),
  changePassword: staff('POST', '/api/users/password', confirmed),
  setup: everyone('GET', '/api/users/setup'),
  /** Public because of the set-up; the rule requires the code or the super admin. */
  profile: everyone('POST', '/api/users/profile'),
  users: staff('GET', '/api/users/get_users'),
  addUser: superAdmin('POST', '/api/users/add_user', confirmed),
  updateUser: superAdmin('PUT', '/api/users/update_user/{id}', confirmed),
  deleteUser: superAdmin('DELETE', '/api/users/delete_user/{id}', confirmed),
  suspendUser: superAdmin('POST', '/api/users/suspend/{id}', confirmed),
  resumeUser: superAdmin('POST', '/api/users/resume/{id}', confirmed),
  setRights: superAdmin('PUT', '/api/users/rights/{id}', confirmed),
  userSessions: superAdmin('GET', '/api/users/{id}/sessions'),
  endUserSessions: superAdmin('DELETE', '/api/users/{id}/sessions', confirmed),
  endUserSession: superAdmin('DELETE', '/api/users/{id}/sessions/{sessionId}', confirmed),

  applications: staff('GET', '/api/application/fetchApplication'),
  /** The same by POST, since proxies and histories would keep a passport in the URL. */
  searchApplications: staff('POST', '/api/application/fetchApplication'),
  applicationSummary: staff('GET', '/api/application/summary'),
  /** Exports the records that the filter matches as a file; the audit log has an entry. */
  exportApplications: staff('POST', '/api/application/export', { right: 'exporting', ...confirmed }),
  application: staff('GET', '/api/application/{id}'),
  /** By POST, so that no passport is in a URL. */
  takenValues: staff('POST', '/api/application/taken'),
  addApplication: staff('POST', '/api/application/addApplication'),
  updateApplication: staff('PUT', '/api/application/updateApplication/{id}'),
  updateAttachments: staff('PUT', '/api/application/updateApplicationAdd/{id}'),
  ...forEachDecisionCall(({ path }) => staff('PUT', `/api/application/${path}/{id}`)),
  /** Each follows the rules of a single approval. */
  approveSeveral: staff('POST', '/api/application/approveSeveral'),
  withdrawDecision: superAdmin('POST', '/api/application/withdrawDecision/{id}'),
  deleteApplication: staff('DELETE', '/api/application/deleteApplication/{id}', { right: 'deleting' }),
  restoreApplication: staff('POST', '/api/application/restoreApplication/{id}'),
  /** What erasing the record would remove, in numbers. */
  erasure: superAdmin('GET', '/api/application/{id}/erasure'),
  eraseApplication: superAdmin('POST', '/api/application/eraseApplication/{id}', confirmed),
  holdApplication: superAdmin('PUT', '/api/application/holdApplication/{id}'),
  versions: staff('GET', '/api/application/{id}/versions'),
  bringBack: staff('POST', '/api/application/{id}/bringBack'),
  /** The staff to whom records can be assigned, with the number of undecided records of each. */
  colleagues: staff('GET', '/api/application/colleagues'),
  assign: staff('POST', '/api/application/assign'),
  notes: staff('GET', '/api/application/{id}/notes'),
  addNote: staff('POST', '/api/application/{id}/notes'),
  /** Unblocks the passport of a record. */
  unblock: staff('POST', '/api/application/{id}/unblock'),

  views: staff('GET', '/api/views'),
  addView: staff('POST', '/api/views'),
  /** The rule requires its maker or the super admin. */
  updateView: staff('PUT', '/api/views/{id}'),
  deleteView: staff('DELETE', '/api/views/{id}'),

  imports: staff('GET', '/api/imports'),
  addImport: staff('POST', '/api/imports'),
  importRun: staff('GET', '/api/imports/{id}'),
  /** Ends every possibility to undo it. */
  deleteImport: staff('DELETE', '/api/imports/{id}', { right: 'deleting' }),
  /** The dry run. */
  checkImport: staff('POST', '/api/imports/{id}/check'),
  startImport: staff('POST', '/api/imports/{id}/start'),
  /** May remove thousands of records for good. */
  undoImport: staff('POST', '/api/imports/{id}/undo', { right: 'deleting', ...confirmed }),
  /** Exports the rows that were refused as a file; the audit log has an entry. */
  importReport: staff('POST', '/api/imports/{id}/report', { right: 'exporting', ...confirmed }),

  enquiry: everyone('POST', '/api/application/fetchApplicationEnquiry'),
  enquiryByQuery: everyone('GET', '/api/application/fetchApplicationEnquiry'),
  granted: everyone('GET', '/api/application/granted'),
  extendGrant: everyone('POST', '/api/application/granted'),
  endGrant: everyone('DELETE', '/api/application/granted'),

  /** Public where a grant or a published slide allows it; the rule checks. */
  file: everyone('GET', '/api/files/{name}'),

  slides: everyone('GET', '/api/slider/fetchSlider'),
  addSlide: staff('POST', '/api/slider/addSlider'),
  updateSlide: staff('PUT', '/api/slider/updateSlider/{id}'),
  deleteSlide: staff('DELETE', '/api/slider/deleteSlider/{id}', { right: 'deleting' }),

  audit: superAdmin('GET', '/api/audit'),
  /** The same by POST, since a searched passport must not be in a URL. */
  searchAudit: superAdmin('POST', '/api/audit'),
  /** Exports the entries that the filter matches; the audit log has an entry of that, too. */
  exportAudit: superAdmin('POST', '/api/audit/export'),
  auditTree: superAdmin('GET', '/api/audit/tree'),
  auditPeople: superAdmin('GET', '/api/audit/people'),

  system: superAdmin('GET', '/api/system', confirmed),

  openapi: everyone('GET', '/api/openapi.json'),
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The parameters of a path by their names. */
export type PathParameters<Name extends EndpointName> = Record<NamesIn<(typeof endpoints)[Name]['path']>, string>;

/** `id`, `sessionId` and the like are ids; a file has a name. */
export function isIdParameter(name: string): boolean {
  return /^id$|Id$/.test(name);
}

/** The error with which role and rights refuse the call; null if they allow it. Screens use `mayCall`. */
export function denialOf(
  name: EndpointName,
  caller: Principal | null,
): 'unauthorized' | 'forbidden' | 'right_missing' | null {
  const { permission, right }: Endpoint = endpoints[name];
  if (!isAllowed(permission, caller?.role ?? null)) return caller ? 'forbidden' : 'unauthorized';
  return right === undefined || hasRight(right, caller) ? null : 'right_missing';
}

export function mayCall(name: EndpointName, caller: Principal | null): boolean {
  return denialOf(name, caller) === null;
}

export function needsConfirmation(name: EndpointName): boolean {
  return 'needsConfirmation' in endpoints[name];
}
