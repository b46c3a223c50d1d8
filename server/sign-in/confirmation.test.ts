/** Account changes need a recently confirmed session. */
import { expect, it } from 'vitest';
import type { EndpointName } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, appCode, wrongCode } from '../../test/factors.ts';
import { type Caller, expectRefusal, type Open, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { flushRefusals } from '../audit/refusals.ts';
import { systemContext } from '../context.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import { prepareSetup } from '../users/setup.ts';
import { resetPassword } from '../users/users.ts';

const password = 'nine loud geese land';
const wanted = 'six quiet herons wade';
const seconds = limits.confirmationMinutes * 60;
const unknown = '0123456789abcdef01234567';

const salma = { name: 'Salma', email: 'salma@staff.example', password: 'four calm cranes stand' };

/** The super admin, signed in by password; and an admin. */
async function openWithOwner(open: Open): Promise<{ harness: TestHarness; person: Caller; id: string }> {
  const harness = await open({ environment: { SUPER_ADMIN_PASSWORD: password } });
  const email = harness.settings.superAdminEmail;
  await prepareSetup(systemContext(harness));
  const person = harness.visitor();
  dataOf(await person.call('login', { json: { email, password } }));
  const { _id: id } = dataOf(await person.call('addUser', { json: salma }));
  return { harness, person, id };
}

const confirm = (person: Caller, typed: unknown = password) => person.call('confirm', { json: { password: typed } });

onEachEngine('a session that was confirmed long ago', (open) => {
  it('changes no account until the password is entered again', async () => {
    const { harness, person, id } = await openWithOwner(open);
    const changes: [EndpointName, object][] = [
      ['addUser', { json: { ...salma, email: 'other@staff.example' } }],
      ['updateUser', { params: { id }, json: { name: 'Salma Akter' } }],
      ['updateUser', { params: { id: unknown } }],
      ['changePassword', { json: { current: password, password: wanted, confirmPassword: wanted } }],
      ['suspendUser', { params: { id } }],
      ['resumeUser', { params: { id } }],
      ['setRights', { params: { id }, json: { rights: [] } }],
      ['endUserSessions', { params: { id } }],
      ['endUserSession', { params: { id, sessionId: unknown } }],
      ['deleteUser', { params: { id } }],
      ['system', {}],
      ['importReport', { params: { id: unknown } }],
    ];
    harness.clock.advance(seconds);
    for (const [name, input] of changes) {
      expectRefusal(await withoutTrace(harness, () => person.call(name, input)), 403, 'confirmation_needed');
    }
    expect((await person.call('users')).status).toBe(200);
    expect((await confirm(person)).status).toBe(204);
    const statuses = [];
    for (const [name, input] of changes) statuses.push((await person.call(name, input)).status);
    expect(statuses).toEqual([201, 200, 404, 204, 200, 200, 200, 204, 404, 200, 200, 400]);
  });

  it('is then confirmed for 15 minutes, on every node, and no other session is', async () => {
    const { harness, person, id } = await openWithOwner(open);
    const other = harness.visitor();
    dataOf(await other.call('login', { json: { email: harness.settings.superAdminEmail, password } }));
    const beside = (await open({ beside: harness })).visitor();
    beside.cookies.set('session', person.cookies.get('session') ?? '');
    const rename = (by: Caller, name: string) => by.call('updateUser', { params: { id }, json: { name } });
    harness.clock.advance(seconds - 1);
    expect((await rename(person, 'One')).status).toBe(200);
    harness.clock.advance(1);
    expectRefusal(await rename(beside, 'Two'), 403, 'confirmation_needed');
    expect((await confirm(person)).status).toBe(204);
    expect((await rename(beside, 'Two')).status).toBe(200);
    expectRefusal(await rename(other, 'Three'), 403, 'confirmation_needed');
    harness.clock.advance(seconds);
    expectRefusal(await rename(person, 'Four'), 403, 'confirmation_needed');
    const actions = await harness.database.db.selectFrom('audit').select(['action', 'record', 'actorId']).execute();
    const [entry, ...more] = actions.filter(({ action }) => action === 'session.confirmed');
    expect(more).toEqual([]);
    expect(entry?.record).toBe(entry?.actorId);
  });

  it('has no confirmation whose time lies ahead, as after a clock that was wrong', async () => {
    const { harness, person, id } = await openWithOwner(open);
    const rename = () => person.call('updateUser', { params: { id }, json: { name: 'Salma Akter' } });
    const confirmMinutesAhead = async (minutes: number) => {
      const confirmedAt = new Date(harness.clock.now.getTime() + minutes * 60_000).toISOString();
      await harness.database.db.updateTable('session').set({ confirmedAt, createdAt: confirmedAt }).execute();
      await awaitSessionCacheExpiry(systemContext(harness));
    };
    await confirmMinutesAhead(6);
    expectRefusal(await rename(), 403, 'confirmation_needed');
    await confirmMinutesAhead(4);
    expect((await rename()).status).toBe(200);
  });

  it('is confirmed only by the right password, whose failures lock like those of a sign-in', async () => {
    const { harness, person, id } = await openWithOwner(open);
    harness.clock.advance(seconds);
    for (const typed of [null, '', ' ', ['x'], 7]) {
      const result = await withoutTrace(harness, () => confirm(person, typed));
      expect(result).toMatchObject({ status: 400, error: { errorCodes: { password: 'all_fields_required' } } });
    }
    for (let times = 0; times < limits.loginFailuresBeforeLock; times++) {
      const wrong = await confirm(person, `guess ${times}`);
      expectRefusal(wrong, 400, 'wrong_current_password');
      expect(wrong).toMatchObject({ error: { errorCodes: { password: 'wrong_current_password' } } });
    }
    expectRefusal(await confirm(person), 400, 'wrong_current_password');
    expectRefusal(await person.call('deleteUser', { params: { id } }), 403, 'confirmation_needed');
    harness.clock.advance(1);
    expect((await confirm(person)).status).toBe(204);
    await flushRefusals(harness);
    const rows = await harness.database.db.selectFrom('audit').selectAll().execute();
    expect(rows.filter(({ action }) => action === 'password.refused').length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/guess|geese/);
    expect(harness.lines.join()).not.toMatch(/guess|geese/);
  });

  it('is locked after five wrong codes, although the password alone was right for other calls meanwhile', async () => {
    const { harness, person } = await openWithOwner(open);
    const { secret } = await addApp(harness, person);
    const { name, email } = dataOf(await person.call('me')).user;
    const tryCode = (code: string) => person.call('confirm', { json: { password, code } });
    for (let time = 1; time < limits.loginFailuresBeforeLock; time++) {
      expectRefusal(await tryCode(wrongCode(harness, secret)), 400, 'wrong_code');
      dataOf(await person.call('profile', { json: { name, email, current: password } }));
    }
    expectRefusal(await tryCode(wrongCode(harness, secret)), 400, 'wrong_code');
    expectRefusal(await tryCode(appCode(harness, secret, 1)), 400, 'wrong_current_password');
    harness.clock.advance(1);
    expect((await tryCode(appCode(harness, secret, 1))).status).toBe(204);
  });

  it('is not confirmed by a former password, nor after it has ended', async () => {
    const { harness, person } = await openWithOwner(open);
    const { email } = salma;
    const clerk = harness.visitor();
    dataOf(await clerk.call('login', { json: { email, password: salma.password } }));
    await resetPassword(systemContext(harness), email);
    expectRefusal(await confirm(clerk, salma.password), 401, 'unauthorized');
    expectRefusal(await confirm(harness.visitor()), 401, 'unauthorized');
    dataOf(await person.call('logout'));
    expectRefusal(await confirm(person), 401, 'unauthorized');
  });
});
