/** Who may use which call, written out by hand from contract.md section 3 and checked against the running product. */
import { expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { Role } from '../../contract/roles.ts';
import { type Caller, onOneEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const unknown = '0123456789abcdef01234567';
const malformed = [
  '1',
  'A'.repeat(24),
  'g'.repeat(24),
  `${unknown}0`,
  '%00',
  '..%2f',
  "'%20or%201=1--",
  '%E0%A4%A',
  'undefined',
];

interface Row {
  send: [method: string, path: string];
  /** The status for an empty call (of an unknown record, where it names one). */
  statuses: Record<'public' | Role, number>;
  /** Sent as a form, as the specification has it. */
  isForm?: true;
}
const row = (method: string, path: string, ...[visitor, admin, superAdmin]: [number, number, number]): Row => ({
  send: [method, path],
  statuses: { public: visitor, admin, 'super-admin': superAdmin },
});
const form = (of: Row): Row => ({ ...of, isForm: true });

// A super admin exists in each of these harnesses, so the set-up is over.
const expected: Record<EndpointName, Row> = {
  login: row('POST', '/api/users/login', 400, 400, 400),
  logout: row('POST', '/api/users/logout', 204, 204, 204),
  me: row('GET', '/api/users/me', 401, 200, 200),
  draftKey: row('GET', '/api/users/draftKey', 401, 200, 200),
  sessions: row('GET', '/api/users/sessions', 401, 200, 200),
  endSession: row('DELETE', '/api/users/sessions/ID', 401, 404, 404),
  passkeyLoginOptions: row('POST', '/api/users/passkey-login/options', 200, 200, 200),
  passkeyLogin: row('POST', '/api/users/passkey-login', 400, 400, 400),
  confirm: row('POST', '/api/users/confirm', 401, 400, 400),
  confirmOptions: row('POST', '/api/users/confirm/options', 401, 200, 200),
  factors: row('GET', '/api/users/factors', 401, 200, 200),
  startTotp: row('POST', '/api/users/totp', 401, 200, 200),
  enableTotp: row('PUT', '/api/users/totp', 401, 400, 400),
  removeTotp: row('DELETE', '/api/users/totp', 401, 404, 404),
  newRecoveryCodes: row('POST', '/api/users/recovery-codes', 401, 409, 409),
  passkeyOptions: row('POST', '/api/users/passkeys/options', 401, 200, 200),
  addPasskey: row('POST', '/api/users/passkeys', 401, 400, 400),
  removePasskey: row('DELETE', '/api/users/passkeys/ID', 401, 404, 404),
  changePassword: row('POST', '/api/users/password', 401, 400, 400),
  setup: row('GET', '/api/users/setup', 200, 200, 200),
  profile: row('POST', '/api/users/profile', 401, 403, 400),
  users: row('GET', '/api/users/get_users', 401, 200, 200),
  addUser: row('POST', '/api/users/add_user', 401, 403, 400),
  updateUser: row('PUT', '/api/users/update_user/ID', 401, 403, 404),
  deleteUser: row('DELETE', '/api/users/delete_user/ID', 401, 403, 404),
  suspendUser: row('POST', '/api/users/suspend/ID', 401, 403, 404),
  resumeUser: row('POST', '/api/users/resume/ID', 401, 403, 404),
  setRights: row('PUT', '/api/users/rights/ID', 401, 403, 400),
  userSessions: row('GET', '/api/users/ID/sessions', 401, 403, 404),
  endUserSessions: row('DELETE', '/api/users/ID/sessions', 401, 403, 404),
  endUserSession: row('DELETE', '/api/users/ID/sessions/ID', 401, 403, 404),

  applications: row('GET', '/api/application/fetchApplication', 401, 200, 200),
  searchApplications: row('POST', '/api/application/fetchApplication', 401, 200, 200),
  applicationSummary: row('GET', '/api/application/summary', 401, 200, 200),
  exportApplications: row('POST', '/api/application/export', 401, 400, 400),
  application: row('GET', '/api/application/ID', 401, 404, 404),
  takenValues: row('POST', '/api/application/taken', 401, 200, 200),
  addApplication: form(row('POST', '/api/application/addApplication', 401, 400, 400)),
  updateApplication: form(row('PUT', '/api/application/updateApplication/ID', 401, 404, 404)),
  updateAttachments: form(row('PUT', '/api/application/updateApplicationAdd/ID', 401, 404, 404)),
  setPending: row('PUT', '/api/application/updateApplicationPending/ID', 401, 404, 404),
  approve: row('PUT', '/api/application/updateApplicationApprove/ID', 401, 404, 404),
  reject: row('PUT', '/api/application/updateApplicationReject/ID', 401, 404, 404),
  approveSeveral: row('POST', '/api/application/approveSeveral', 401, 400, 400),
  withdrawDecision: row('POST', '/api/application/withdrawDecision/ID', 401, 403, 400),
  deleteApplication: row('DELETE', '/api/application/deleteApplication/ID', 401, 404, 404),
  restoreApplication: row('POST', '/api/application/restoreApplication/ID', 401, 404, 404),
  erasure: row('GET', '/api/application/ID/erasure', 401, 403, 404),
  eraseApplication: row('POST', '/api/application/eraseApplication/ID', 401, 403, 400),
  holdApplication: row('PUT', '/api/application/holdApplication/ID', 401, 403, 400),
  versions: row('GET', '/api/application/ID/versions', 401, 404, 404),
  bringBack: row('POST', '/api/application/ID/bringBack', 401, 400, 400),
  colleagues: row('GET', '/api/application/colleagues', 401, 200, 200),
  assign: row('POST', '/api/application/assign', 401, 400, 400),
  notes: row('GET', '/api/application/ID/notes', 401, 404, 404),
  addNote: row('POST', '/api/application/ID/notes', 401, 400, 400),
  unblock: row('POST', '/api/application/ID/unblock', 401, 404, 404),

  views: row('GET', '/api/views', 401, 200, 200),
  addView: row('POST', '/api/views', 401, 400, 400),
  updateView: row('PUT', '/api/views/ID', 401, 404, 404),
  deleteView: row('DELETE', '/api/views/ID', 401, 404, 404),

  imports: row('GET', '/api/imports', 401, 200, 200),
  addImport: form(row('POST', '/api/imports', 401, 400, 400)),
  importRun: row('GET', '/api/imports/ID', 401, 404, 404),
  deleteImport: row('DELETE', '/api/imports/ID', 401, 404, 404),
  checkImport: row('POST', '/api/imports/ID/check', 401, 400, 400),
  startImport: row('POST', '/api/imports/ID/start', 401, 404, 404),
  undoImport: row('POST', '/api/imports/ID/undo', 401, 404, 404),
  importReport: row('POST', '/api/imports/ID/report', 401, 400, 400),

  enquiry: row('POST', '/api/application/fetchApplicationEnquiry', 400, 400, 400),
  enquiryByQuery: row('GET', '/api/application/fetchApplicationEnquiry', 400, 400, 400),
  granted: row('GET', '/api/application/granted', 200, 200, 200),
  extendGrant: row('POST', '/api/application/granted', 409, 409, 409),
  endGrant: row('DELETE', '/api/application/granted', 204, 204, 204),

  file: row('GET', '/api/files/ID.jpg', 404, 404, 404),

  slides: row('GET', '/api/slider/fetchSlider', 200, 200, 200),
  addSlide: form(row('POST', '/api/slider/addSlider', 401, 400, 400)),
  updateSlide: row('PUT', '/api/slider/updateSlider/ID', 401, 404, 404),
  deleteSlide: row('DELETE', '/api/slider/deleteSlider/ID', 401, 404, 404),

  audit: row('GET', '/api/audit', 401, 403, 200),
  searchAudit: row('POST', '/api/audit', 401, 403, 200),
  exportAudit: row('POST', '/api/audit/export', 401, 403, 400),
  auditTree: row('GET', '/api/audit/tree', 401, 403, 200),
  auditPeople: row('GET', '/api/audit/people', 401, 403, 200),

  system: row('GET', '/api/system', 401, 403, 200),
  openapi: row('GET', '/api/openapi.json', 200, 200, 200),
};
const calls = Object.entries(expected) as [EndpointName, Row][];

async function send(caller: Caller, { send: [method, path], isForm }: Row, id = unknown): Promise<Response> {
  const init: RequestInit = { method };
  if (isForm) {
    init.body = new FormData();
    (init.body as FormData).append('nothing', 'of interest');
  }
  return caller.request(path.replaceAll('ID', id), init);
}

/** Only these calls change anything: signing out writes its audit row, and a secret for an app waits for its code. */
const changing = new Set<EndpointName>(['logout', 'endGrant', 'startTotp']);

async function expectAll(harness: TestHarness, person: () => Promise<Caller>, role: keyof Row['statuses']) {
  for (const [name, row] of calls) {
    const caller = await person();
    const check = async () => expect((await send(caller, row)).status, name).toBe(row.statuses[role]);
    if (changing.has(name)) await check();
    else await withoutTrace(harness, check);
  }
}

onOneEngine('the permission table', (open) => {
  it('has every call of the product, at its method and path', () => {
    for (const [name, { send }] of calls) {
      const { method, path } = endpoints[name];
      expect([method, path.replace(/\{\w+\}/g, name === 'file' ? 'ID.jpg' : 'ID')]).toEqual(send);
    }
    expect(Object.keys(endpoints).sort()).toEqual(Object.keys(expected).sort());
  });

  it('holds for the public', async () => {
    const harness = await open();
    await harness.signIn('super-admin');
    await expectAll(harness, async () => harness.visitor(), 'public');
  });

  it('holds for an admin', async () => {
    const harness = await open();
    await harness.signIn('super-admin');
    await expectAll(harness, () => harness.signIn('admin'), 'admin');
  });

  it('holds for the super admin', async () => {
    const harness = await open();
    await expectAll(harness, () => harness.signIn('super-admin'), 'super-admin');
  });

  it('treats a deleted admin with the old cookie as the public at once', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const fired = await harness.signIn('admin');
    const cookie = [...fired.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await owner.call('deleteUser', { params: { id: fired.accountId } })).status).toBe(200);
    for (const [name, row] of calls) {
      const again = harness.visitor();
      for (const pair of cookie.split('; ')) again.cookies.set(pair.split('=')[0] ?? '', pair.split('=')[1] ?? '');
      expect((await send(again, row)).status, name).toBe(row.statuses.public);
    }
  });

  it('treats an admin whose row was deleted in the database as the public, too', async () => {
    const harness = await open();
    await harness.signIn('super-admin');
    const fired = await harness.signIn('admin');
    await harness.database.db
      .updateTable('account')
      .set({ deletedAt: harness.clock.now.toISOString() })
      .where('id', '=', fired.accountId)
      .execute();
    const cookies = new Map(fired.cookies);
    for (const [name, row] of calls) {
      const again = harness.visitor();
      for (const [cookie, value] of cookies) again.cookies.set(cookie, value);
      expect((await send(again, row)).status, name).toBe(row.statuses.public);
    }
  });

  it('gives a wrong, cut, repeated or oversized cookie no rights', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    const secret = admin.cookies.get('session') ?? '';
    const wrong = [
      '',
      'x',
      secret.slice(1),
      `${secret}x`,
      secret.toUpperCase(),
      'a'.repeat(8_000),
      '%00',
      '"',
      'é',
      '[object Object]',
    ];
    for (const value of wrong) {
      const answer = await harness
        .visitor()
        .request('/api/users/me', { headers: { cookie: `session=${encodeURI(value)}` } });
      expect(answer.status, value.slice(0, 50)).toBe(401);
    }
    const prefixed = await harness
      .visitor()
      .request('/api/users/me', { headers: { cookie: `__Host-session=${secret}` } });
    expect(prefixed.status).toBe(401);
    const token = { authorization: `Bearer ${secret}`, 'x-session': secret };
    expect((await harness.visitor().request(`/api/users/me?session=${secret}`, { headers: token })).status).toBe(401);
  });

  it('is checked before the id, and a malformed id is a 400 for permitted callers', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const admin = await harness.signIn('admin');
    const visitor = harness.visitor();
    for (const [name, row] of calls.filter(([, { send }]) => send[1].includes('/ID'))) {
      if (name === 'file') continue;
      await withoutTrace(harness, async () => {
        for (const id of malformed) {
          const isTrick = /%2f|%00/.test(id);
          const statuses = [visitor, admin, owner].map(async (caller) => (await send(caller, row, id)).status);
          const right = [row.statuses.public, row.statuses.admin === 403 ? 403 : 400, 400];
          expect(await Promise.all(statuses), `${name} ${id}`).toEqual(isTrick ? [400, 400, 400] : right);
        }
      });
    }
  });

  it('answers 404 or 405 where the id is missing', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      for (const [name, row] of calls.filter(([, { send }]) => send[1].endsWith('/ID'))) {
        const pattern = row.send[1].slice(0, -'/ID'.length);
        // A call of its own, such as a list beside its members.
        if (calls.some(([, { send }]) => send[0] === row.send[0] && send[1] === pattern)) continue;
        const path = pattern.replace('ID', unknown);
        // A GET of /api/application/x reads x as an id, and says that it is none.
        const right = name === 'application' ? [404] : [404, 405];
        expect(right, name).toContain((await owner.request(path, { method: row.send[0] })).status);
        expect(right, name).toContain((await owner.request(`${path}/`, { method: row.send[0] })).status);
      }
    });
  });

  it('answers every malformed or unknown file name like an unknown file', async () => {
    const harness = await open();
    const answers = new Set<string>();
    for (const name of [
      `${unknown}.jpg`,
      `${unknown}.pdf`,
      'x',
      '1.jpg',
      `${unknown}`,
      `${unknown}-200.webp`,
      `${unknown}.exe`,
      'maplegate.db',
    ]) {
      for (const caller of [harness.visitor(), await harness.signIn('admin')]) {
        const answer = await caller.request(`/api/files/${name}`);
        const { requestId: _, ...body } = await answer.json();
        answers.add(JSON.stringify([answer.status, body]));
      }
    }
    expect([...answers]).toEqual(['[404,{"message":"Resource not found","code":"not_found"}]']);
  });
});
