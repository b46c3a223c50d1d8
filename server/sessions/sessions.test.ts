import { expect, it } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { awaitSessionCacheExpiry } from '../db/session-cache.ts';
import { sweepFailures } from '../sign-in/attempts.ts';
import { authenticate, sweepSessions } from './sessions.ts';

const password = 'six quiet herons wade';
const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

async function addRahima(harness: TestHarness, email = 'rahima@staff.example') {
  const owner = await harness.signIn('super-admin');
  return dataOf(await owner.call('addUser', { json: { name: 'Rahima', email, password } }));
}

function signInFrom(caller: Caller, email = 'rahima@staff.example', headers = {}) {
  return caller.call('login', { json: { email, password }, headers });
}

const rowsOf = (harness: TestHarness) => harness.database.db.selectFrom('session').selectAll().execute();

onEachEngine('a session', (open) => {
  it('is started by e-mail and password, and its cookie alone authenticates', async () => {
    const harness = await open();
    const rahima = await addRahima(harness);
    const person = harness.visitor();
    const result = await signInFrom(person, ' RAHIMA@staff.example ');
    const answer = dataOf(result);
    expect(answer).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{24}$/),
      refreshToken: expect.stringMatching(/^[0-9a-f]{24}$/),
      user: { _id: rahima._id, name: 'Rahima', email: 'rahima@staff.example', role: 'admin' },
    });
    const cookies = result.response.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).toBe(`refreshToken=${answer.refreshToken}; Path=/; Max-Age=604800; SameSite=Lax`);
    expect(cookies[2]).toMatch(/^device=[\w-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    expect(result.response.headers.get('cache-control')).toBe('no-store');
    expect(dataOf(await person.call('me'))).toEqual({
      user: answer.user,
      rights: ['deleting', 'exporting', 'outsideLinks'],
      expiresAt: '2026-03-17T06:00:00.000Z',
      passwordChangeNeeded: false,
      secondFactorNeeded: false,
    });

    for (const value of [answer.token, answer.refreshToken]) {
      const cookie = `session=${value}; refreshToken=${answer.refreshToken}; token=${answer.token}`;
      const headers = { cookie, authorization: `Bearer ${value}` };
      expectRefusal(await harness.visitor().call('me', { headers }), 401, 'unauthorized');
    }
    const secret = person.cookies.get('session') ?? '';
    expect(JSON.stringify(await rowsOf(harness))).not.toContain(secret);
  });

  it('travels on https in a cookie that is tied to the origin', async () => {
    const harness = await open({ environment: { PUBLIC_URL: 'https://maplegate.example' } });
    await addRahimaDirectly(harness);
    const person = harness.visitor();
    const result = await signInFrom(person);
    const [session, refreshToken, device] = result.response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/);
    expect(refreshToken).toMatch(/; Secure$/);
    expect(device).toMatch(/^__Host-device=.*; HttpOnly; SameSite=Lax; Secure$/);
    expect((await person.call('me')).ok).toBe(true);
    const withoutPrefix = { cookie: `session=${person.cookies.get('__Host-session')}` };
    expectRefusal(await harness.visitor().call('me', { headers: withoutPrefix }), 401, 'unauthorized');
  });

  it('asks only that both fields of the form are filled', async () => {
    const harness = await open();
    for (const json of [
      {},
      { email: 'a@b.example' },
      { email: ' ', password: 'x' },
      { email: 'a@b.example', password: ' ' },
    ]) {
      const result = await withoutTrace(harness, () => harness.visitor().call('login', { json }));
      expectRefusal(result, 400, 'bad_request');
      expect(result.ok || result.error.message).toBe('All fields are required');
    }
    for (const json of [
      { email: ['a@b.example'], password: 'x' },
      { email: 'a@b.example', password: { $ne: '' } },
      [],
    ]) {
      expectRefusal(await withoutTrace(harness, () => harness.visitor().call('login', { json })), 400, 'bad_request');
    }
  });

  it('ends after seven days, and after a day without use', async () => {
    const harness = await open();
    await addRahima(harness);
    const person = harness.visitor();
    dataOf(await signInFrom(person));
    const hour = 3_600;
    for (let day = 0; day < 6; day++) {
      harness.clock.advance(24 * hour - 61);
      expect((await person.call('me')).ok).toBe(true);
    }
    harness.clock.advance(23 * hour);
    expect((await person.call('me')).ok).toBe(true);
    harness.clock.advance(hour + 6 * 61);
    expectRefusal(await person.call('me'), 401, 'unauthorized');

    const another = harness.visitor();
    dataOf(await signInFrom(another));
    harness.clock.advance(24 * hour);
    expectRefusal(await another.call('me'), 401, 'unauthorized');
  });

  it('notes when it was last seen at most once a minute', async () => {
    const harness = await open();
    const person = await harness.signIn('admin');
    const seen = async () => (await rowsOf(harness)).map((row) => row.lastSeenAt);
    harness.clock.advance(59);
    dataOf(await person.call('me'));
    expect(await seen()).toEqual(['2026-03-10T06:00:00.000Z']);
    harness.clock.advance(1);
    await Promise.all([person.call('me'), person.call('me'), person.call('me')]);
    expect(await seen()).toEqual(['2026-03-10T06:01:00.000Z']);
  });

  it('has the role and name of the account, and ends with it, also when the database was changed by hand', async () => {
    const harness = await open();
    const person = await harness.signIn('admin');
    const account = harness.database.db.updateTable('account').where('id', '=', person.accountId);
    await account.set({ name: 'Nusrat', role: 'super-admin' }).execute();
    expect(dataOf(await person.call('me')).user).toMatchObject({ name: 'Nusrat', role: 'super-admin' });
    await account.set({ deletedAt: harness.now().toISOString() }).execute();
    await awaitSessionCacheExpiry(systemContext(harness));
    expectRefusal(await person.call('applications'), 401, 'unauthorized');
  });

  it('does not exist for a cookie of another shape, whose cookies are expired with the refusal', async () => {
    const harness = await open();
    const ctx = systemContext(harness);
    for (const value of ['', 'x', "' or 1=1 --", 'A'.repeat(43), 'A'.repeat(5_000), '%00'.repeat(15)]) {
      expect(await authenticate(ctx, value)).toBeNull();
    }
    const response = await harness.visitor().request('/api/users/me', { headers: { cookie: 'session=x' } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([
      'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
      'refreshToken=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
  });

  it('has ended on the server after logout; logging out without a session is no error', async () => {
    const harness = await open();
    await addRahima(harness);
    const person = harness.visitor();
    dataOf(await signInFrom(person));
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await person.call('logout')).status).toBe(204);
    expect([...person.cookies.keys()]).toEqual(['device']);
    expectRefusal(await person.call('me', { headers: { cookie } }), 401, 'unauthorized');
    expect((await withoutTrace(harness, () => person.call('logout', { headers: { cookie } }))).status).toBe(204);
    expect((await harness.visitor().call('logout')).status).toBe(204);
  });

  it('replaces the one that the same browser had', async () => {
    const harness = await open();
    await addRahima(harness);
    const person = harness.visitor();
    dataOf(await signInFrom(person));
    const first = { cookie: `session=${person.cookies.get('session')}` };
    dataOf(await signInFrom(person));
    expectRefusal(await harness.visitor().call('me', { headers: first }), 401, 'unauthorized');
    expect(dataOf(await person.call('sessions'))).toHaveLength(1);
  });

  it('ends when another person signs in with the same browser, and the log says so', async () => {
    const harness = await open();
    const rahima = await addRahima(harness);
    const browser = await harness.signIn('admin');
    const first = { cookie: `session=${browser.cookies.get('session')}` };
    dataOf(await signInFrom(browser));
    expectRefusal(await harness.visitor().call('me', { headers: first }), 401, 'unauthorized');
    const entries = await harness.database.db.selectFrom('audit').selectAll().orderBy('sequence').execute();
    expect(entries.slice(-2)).toMatchObject([
      { action: 'session.started', record: rahima._id, actorId: rahima._id },
      { action: 'session.ended', record: browser.accountId, actorId: browser.accountId },
    ]);
  });

  it('is listed with a short name of its device and can be ended; those of others are not found', async () => {
    const harness = await open();
    await addRahima(harness);
    const phone = harness.visitor();
    dataOf(await signInFrom(phone, undefined, { 'user-agent': chromeOnAndroid }));
    harness.clock.advance(90);
    const desktop = harness.visitor();
    const { token } = dataOf(await signInFrom(desktop, undefined, { 'user-agent': '<script>alert(1)</script>' }));
    const sessions = dataOf(await desktop.call('sessions'));
    const at = '2026-03-10T06:01:30.000Z';
    const earlier = '2026-03-10T06:00:00.000Z';
    const unknown = { device: 'Unknown device', browser: null, system: null, phone: false };
    const known = { device: 'Chrome on Android', browser: 'Chrome', system: 'Android', phone: true };
    expect(sessions).toEqual([
      { _id: token, createdAt: at, lastSeenAt: at, ...unknown, current: true },
      { _id: expect.any(String), createdAt: earlier, lastSeenAt: earlier, ...known, current: false },
    ]);
    const other = await harness.signIn('admin');
    const id = sessions[1]?._id ?? '';
    const stolen = await withoutTrace(harness, () => other.call('endSession', { params: { id } }));
    expectRefusal(stolen, 404, 'not_found');
    expect((await phone.call('me')).ok).toBe(true);
    expect((await desktop.call('endSession', { params: { id } })).status).toBe(204);
    expectRefusal(await phone.call('me'), 401, 'unauthorized');
    expect((await desktop.call('endSession', { params: { id: token } })).status).toBe(204);
    expect(desktop.cookies.has('session')).toBe(false);
  });

  it('is swept when it is over, with the failures of yesterday', async () => {
    const harness = await open();
    await addRahima(harness);
    dataOf(await signInFrom(harness.visitor()));
    await harness.visitor().call('login', { json: { email: 'nobody@else.example', password: 'x' } });
    harness.clock.advance(3_600);
    const late = await harness.signIn('admin');
    harness.clock.advance(24 * 3_600 - 1_800);
    await sweepSessions(systemContext(harness));
    await sweepFailures(systemContext(harness));
    expect(await rowsOf(harness)).toMatchObject([{ accountId: late.accountId }]);
    expect(await harness.database.db.selectFrom('signInFailure').selectAll().execute()).toEqual([]);
  });

  it('that a clock that was ahead has started or seen is over once the clock is right, and is not listed', async () => {
    const harness = await open();
    await addRahima(harness);
    const [early, late] = [harness.visitor(), harness.visitor()];
    dataOf(await signInFrom(early));
    const daysAhead = 6 * 86_400;
    harness.clock.advance(daysAhead);
    dataOf(await signInFrom(late));
    harness.clock.advance(-daysAhead);
    expectRefusal(await late.call('me'), 401, 'unauthorized');
    expect(dataOf(await early.call('sessions'))).toHaveLength(1);
    // The clock of another node may be some minutes ahead.
    const lastSeenAt = (minutes: number) => new Date(harness.clock.now.getTime() + minutes * 60_000).toISOString();
    const { db } = harness.database;
    await db
      .updateTable('session')
      .set({ lastSeenAt: lastSeenAt(4) })
      .execute();
    await awaitSessionCacheExpiry(systemContext(harness));
    expect((await early.call('me')).ok).toBe(true);
    await db
      .updateTable('session')
      .set({ lastSeenAt: lastSeenAt(6) })
      .execute();
    await sweepSessions(systemContext(harness));
    expect(await rowsOf(harness)).toEqual([]);
  });
});

async function addRahimaDirectly(harness: TestHarness): Promise<void> {
  const { hashPassword } = await import('../sign-in/passwords.ts');
  const at = harness.now().toISOString();
  await harness.database.db
    .insertInto('account')
    .values({
      id: 'b'.repeat(24),
      name: 'Rahima',
      email: 'rahima@staff.example',
      passwordHash: await hashPassword(password),
      role: 'admin',
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    .execute();
}

onEachEngine('changing one’s own password', (open) => {
  const wanted = 'nine loud geese land';
  const change = { current: password, password: wanted, confirmPassword: wanted };

  it('ends the other sessions and keeps this one', async () => {
    const harness = await open();
    await addRahima(harness);
    const [browser, otherBrowser] = [harness.visitor(), harness.visitor()];
    dataOf(await signInFrom(browser));
    dataOf(await signInFrom(otherBrowser));
    expect((await browser.call('changePassword', { json: change })).status).toBe(204);
    expect((await browser.call('me')).ok).toBe(true);
    expectRefusal(await otherBrowser.call('me'), 401, 'unauthorized');
    expectRefusal(await signInFrom(harness.visitor()), 401, 'invalid_credentials');
    const json = { email: 'rahima@staff.example', password: wanted };
    expect((await harness.visitor().call('login', { json })).ok).toBe(true);
  });

  it('is refused at the field that is wrong, and then nothing has changed', async () => {
    const harness = await open();
    await addRahima(harness);
    const person = harness.visitor();
    dataOf(await signInFrom(person));
    const cases = [
      [{}, 'current', 'all_fields_required'],
      [{ confirmPassword: 'nine loud geese' }, 'confirmPassword', 'passwords_differ'],
      [{ password: 'short', confirmPassword: 'short' }, 'password', 'password_too_short'],
      [{ password: 'Bangladesh@123', confirmPassword: 'Bangladesh@123' }, 'password', 'password_too_common'],
    ] as const;
    for (const [part, field, code] of cases) {
      const json = field === 'current' ? {} : { ...change, ...part };
      const result = await withoutTrace(harness, () => person.call('changePassword', { json }));
      expect(result.ok || result.error.errorCodes).toMatchObject({ [field]: code });
    }
    const wrong = await person.call('changePassword', { json: { ...change, current: 'wrong wrong' } });
    expectRefusal(wrong, 400, 'wrong_current_password');
    expect(wrong.ok || wrong.error.errors).toEqual({ current: 'The current password is not right.' });
    expect((await signInFrom(harness.visitor())).ok).toBe(true);
  });

  it('does not let a stolen session guess the password endlessly', async () => {
    const harness = await open();
    await addRahima(harness);
    const person = harness.visitor();
    dataOf(await signInFrom(person));
    for (let guess = 0; guess < 5; guess++) {
      await person.call('changePassword', { json: { ...change, current: `guess ${guess}` } });
    }
    expectRefusal(await person.call('changePassword', { json: change }), 400, 'wrong_current_password');
    harness.clock.advance(1);
    expect((await person.call('changePassword', { json: change })).status).toBe(204);
  });
});
