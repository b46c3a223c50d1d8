import { access, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { prepareSetup, requirePossibleSetup } from './setup.ts';
import { renewSetupCode } from './setup-code.ts';

const password = 'six quiet herons wade';
const email = 'admin@maplegate.example';
const nothingToDo = { setupCodePath: null, isRenamed: false };
const form = { name: 'Shirin', email, password, confirmPassword: password };

const prepare = (harness: TestHarness) => prepareSetup(systemContext(harness));
const codeIn = async (harness: TestHarness) =>
  (await readFile(join(harness.settings.dataDir, 'setup-code'), 'utf8')).trim();
const send = (caller: Caller, code: string | null, json: object = form) =>
  caller.call('profile', { json, headers: code === null ? {} : { 'x-setup-code': code } });
const accounts = (harness: TestHarness) => harness.database.db.selectFrom('account').selectAll().execute();
const signInAs = async (harness: TestHarness, as = email, typed = password) => {
  const person = harness.visitor();
  return { person, result: await person.call('login', { json: { email: as, password: typed } }) };
};

/** Two nodes at once; one SQLite file has one process, so there it is a restart. */
async function onBoth<T>(engine: string, one: () => Promise<T>, other: () => Promise<T>): Promise<T[]> {
  return engine === 'postgres' ? Promise.all([one(), other()]) : [await one(), await other()];
}

onEachEngine('the set-up', (open, engine) => {
  it('is done once, with the code of a file that only the owner can read', async () => {
    const harness = await open();
    const path = join(harness.settings.dataDir, 'setup-code');
    expect(await prepare(harness)).toEqual({ setupCodePath: path, isRenamed: false });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const code = await codeIn(harness);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
    const settings = await harness.database.db.selectFrom('setting').selectAll().execute();
    expect(JSON.stringify(settings)).not.toContain(code.slice(0, 5));

    const visitor = harness.visitor();
    expect(dataOf(await visitor.call('setup'))).toEqual({ needed: true, email });
    const result = await send(visitor, ` ${code.toLowerCase().replaceAll('-', ' ')} `, {
      ...form,
      role: 'admin',
      _id: 'a',
    });
    expect(result.status).toBe(201);
    expect(dataOf(result)).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'Shirin',
      email,
      role: 'super-admin',
    });
    await expect(access(path)).rejects.toThrow();
    expect(dataOf(await visitor.call('setup'))).toEqual({ needed: false, email: '' });
    const { person, result: signedIn } = await signInAs(harness);
    expect(signedIn.ok).toBe(true);
    expect(dataOf(await person.call('setup'))).toEqual({ needed: false, email });
    const { entries } = dataOf(await person.call('audit'));
    expect(entries.map((entry) => entry.action)).toEqual(['session.started', 'setup.completed']);

    expectRefusal(await withoutTrace(harness, () => send(visitor, code)), 401, 'unauthorized');
    expect(await prepare(harness)).toEqual(nothingToDo);
  });

  it('is refused without or with a wrong code, before a field is looked at', async () => {
    const harness = await open();
    await prepare(harness);
    expectRefusal(await withoutTrace(harness, () => send(harness.visitor(), null)), 401, 'invalid_setup_code');
    expectRefusal(await withoutTrace(harness, () => send(harness.visitor(), '')), 401, 'invalid_setup_code');
    expectRefusal(await send(harness.visitor(), '00000-00000-00000-00000', {}), 401, 'invalid_setup_code');
    expect(await accounts(harness)).toEqual([]);
  });

  it('invalidates the code after ten wrong attempts; the owner’s command makes a new one', async () => {
    const harness = await open();
    await prepare(harness);
    const code = await codeIn(harness);
    for (let time = 0; time < 9; time++) await send(harness.visitor(), `wrong ${time}`);
    const badField = await send(harness.visitor(), code, { ...form, name: '' });
    expectRefusal(badField, 400, 'bad_request');
    await send(harness.visitor(), 'wrong again');
    expectRefusal(await send(harness.visitor(), code), 401, 'invalid_setup_code');
    const path = await renewSetupCode(systemContext(harness));
    const fresh = (await readFile(path, 'utf8')).trim();
    expect(fresh).not.toBe(code);
    expectRefusal(await send(harness.visitor(), code), 401, 'invalid_setup_code');
    expect((await send(harness.visitor(), fresh)).status).toBe(201);
  });

  it('keeps the code for a mistake in the form', async () => {
    const harness = await open();
    await prepare(harness);
    const code = await codeIn(harness);
    const cases = [
      [{ confirmPassword: 'other' }, 'confirmPassword', 'Passwords do not match.'],
      [{ email: 'else@maplegate.example' }, 'email', 'The email of the super admin cannot be changed here.'],
      [{ name: ' ' }, 'name', 'All fields are required'],
      [{ password: 'short', confirmPassword: 'short' }, 'password', 'The password must have at least 8 characters.'],
      [
        { password: 'Maplegate2026', confirmPassword: 'Maplegate2026' },
        'password',
        'This password is too easy to guess. Please choose another.',
      ],
    ] as const;
    for (const [part, field, message] of cases) {
      const result = await withoutTrace(harness, () => send(harness.visitor(), code, { ...form, ...part }));
      expect(result).toMatchObject({ status: 400, error: { message, errors: { [field]: message } } });
    }
    expect((await send(harness.visitor(), code)).status).toBe(201);
  });

  it('makes one super admin when many send the code at once', async () => {
    const harness = await open();
    await prepare(harness);
    const code = await codeIn(harness);
    const results = await Promise.all(Array.from({ length: 10 }, () => send(harness.visitor(), code)));
    expect(results.filter((result) => result.status === 201)).toHaveLength(1);
    expect(results.every((result) => [201, 401].includes(result.status))).toBe(true);
    expect(await accounts(harness)).toHaveLength(1);
  });

  it('has the same code on two nodes, after a restart and after the file was lost', async () => {
    const harness = await open();
    const other = await open({ beside: harness });
    await onBoth(
      engine,
      () => prepare(harness),
      () => prepare(other),
    );
    const code = await codeIn(harness);
    await rm(join(harness.settings.dataDir, 'setup-code'));
    await prepare(other);
    expect(await codeIn(harness)).toBe(code);
    expect((await send(other.visitor(), code)).status).toBe(201);
  });

  it('needs no person where SUPER_ADMIN_PASSWORD is set, also on two nodes at once', async () => {
    const environment = { SUPER_ADMIN_PASSWORD: password, SUPER_ADMIN_EMAIL: 'Owner@agency.example' };
    const harness = await open({ environment });
    const other = await open({ environment, beside: harness });
    const results = await onBoth(
      engine,
      () => prepare(harness),
      () => prepare(other),
    );
    expect(results).toEqual([nothingToDo, nothingToDo]);
    expect(await accounts(harness)).toHaveLength(1);
    expect((await signInAs(harness, 'owner@agency.example')).result.ok).toBe(true);
    const later = await open({ environment: { ...environment, SUPER_ADMIN_PASSWORD: '12345678' }, beside: harness });
    expect(await withoutTrace(harness, () => prepare(later))).toEqual(nothingToDo);
  });

  it('does not take the super admin for an admin when another node creates him at the same time', async () => {
    const harness = await open({ environment: { SUPER_ADMIN_PASSWORD: password } });
    let isMade = false;
    const ask = async () => {
      while (!isMade) {
        await requirePossibleSetup(systemContext(harness));
        await setImmediate();
      }
    };
    const make = () => prepare(harness).finally(() => (isMade = true));
    await Promise.all([make(), ...Array.from({ length: 8 }, ask)]);
    expect(await accounts(harness)).toHaveLength(1);
  });

  it.each(['password123', 'Owner@agency.example'])('does not start with %s as SUPER_ADMIN_PASSWORD', async (weak) => {
    const harness = await open({
      environment: { SUPER_ADMIN_PASSWORD: weak, SUPER_ADMIN_EMAIL: 'owner@agency.example' },
    });
    await withoutTrace(harness, () =>
      expect(prepare(harness)).rejects.toThrow(/^SUPER_ADMIN_PASSWORD cannot be used\. (The|This)/),
    );
    expect(await accounts(harness)).toEqual([]);
  });
});

onEachEngine('the super admin', (open, engine) => {
  async function openSetUp(environment: Record<string, string> = {}) {
    const harness = await open({ environment: { SUPER_ADMIN_PASSWORD: password, ...environment } });
    await prepare(harness);
    return harness;
  }

  it('changes the name alone, which keeps the password and the other sessions', async () => {
    const harness = await openSetUp();
    const { person } = await signInAs(harness);
    const { person: elsewhere } = await signInAs(harness);
    for (const [name, empty] of [
      ['Shirin Akter', {}],
      ['Shirin Begum', { current: '', password: '', confirmPassword: '' }],
    ] as const) {
      expect(dataOf(await person.call('profile', { json: { name, email, ...empty } }))).toMatchObject({ name });
    }
    expect((await elsewhere.call('me')).ok).toBe(true);
    expect((await signInAs(harness)).result.ok).toBe(true);
    await withoutTrace(harness, async () => {
      for (const part of [{ password: 'nine loud geese land' }, { confirmPassword: 'nine loud geese land' }]) {
        const result = await person.call('profile', { json: { name: 'Shirin', email, ...part } });
        expect(result).toMatchObject({ status: 400, error: { errorCodes: { confirmPassword: 'passwords_differ' } } });
      }
    });
    const { entries } = dataOf(await person.call('audit'));
    const changes = entries.filter(({ action }) => action === 'profile.changed');
    expect(changes.map(({ fields }) => fields)).toEqual([['name'], ['name']]);
  });

  it('needs the present password for his profile, unless the session signed in within fifteen minutes', async () => {
    const harness = await openSetUp();
    const { person } = await signInAs(harness);
    const fresh = 'nine loud geese land';
    const change = (part: object) => person.call('profile', { json: { name: 'Shirin', email, ...part } });
    const wrong = { current: 'wrong wrong', password: fresh, confirmPassword: fresh };
    harness.clock.advance(15 * 60 - 1);
    expect((await change({ name: 'Shirin Akter' })).status).toBe(200);
    expect(await change(wrong)).toMatchObject({
      status: 400,
      error: { errorCodes: { current: 'wrong_current_password' } },
    });
    harness.clock.advance(1);
    // Kept in use, a session does not become a fresh one.
    expect((await person.call('me')).ok).toBe(true);
    await withoutTrace(harness, async () => {
      for (const part of [{}, { current: '' }, { password: fresh, confirmPassword: fresh }]) {
        expect(await change(part)).toMatchObject({
          status: 400,
          error: { errorCodes: { current: 'current_password_needed' } },
        });
      }
    });
    expect((await change({ current: password, password: fresh, confirmPassword: fresh })).status).toBe(200);
    expect((await signInAs(harness, email, fresh)).result.ok).toBe(true);
  });

  it('locks the present password after five wrong ones, on the profile and in the settings together', async () => {
    const harness = await openSetUp();
    const { person } = await signInAs(harness);
    const fresh = 'nine loud geese land';
    const passwords = { password: fresh, confirmPassword: fresh };
    const onProfile = (current: string) =>
      person.call('profile', { json: { name: 'Shirin', email, current, ...passwords } });
    const inSettings = (current: string) => person.call('changePassword', { json: { current, ...passwords } });
    for (const send of [onProfile, inSettings, onProfile, inSettings, onProfile]) {
      expectRefusal(await send('wrong wrong'), 400, 'wrong_current_password');
    }
    expectRefusal(await onProfile(password), 400, 'wrong_current_password');
    expectRefusal(await inSettings(password), 400, 'wrong_current_password');
    harness.clock.advance(1);
    expect((await onProfile(password)).status).toBe(200);
  });

  it('changes name and password on the profile, which ends his other sessions', async () => {
    const harness = await openSetUp();
    const { person } = await signInAs(harness);
    const { person: elsewhere } = await signInAs(harness);
    const fresh = 'nine loud geese land';
    const json = {
      ...form,
      email: ' ADMIN@maplegate.example',
      name: 'Shirin Akter',
      password: fresh,
      confirmPassword: fresh,
    };
    const result = await person.call('profile', { json });
    expect(result.status).toBe(200);
    expect(dataOf(result)).toMatchObject({ name: 'Shirin Akter', email, role: 'super-admin' });
    expect(dataOf(await person.call('me')).user.name).toBe('Shirin Akter');
    expectRefusal(await elsewhere.call('me'), 401, 'unauthorized');
    expect((await signInAs(harness)).result.ok).toBe(false);
    expect((await signInAs(harness, email, fresh)).result.ok).toBe(true);
  });

  it('alone has a profile, and invalid changes of it are refused', async () => {
    const harness = await openSetUp();
    const { person } = await signInAs(harness);
    const admin = await harness.signIn('admin');
    const json = { ...form, name: 'Thief' };
    await withoutTrace(harness, async () => {
      expectRefusal(await admin.call('profile', { json }), 403, 'forbidden');
      const anonymous = await harness.visitor().call('profile', { json });
      expectRefusal(anonymous, 401, 'unauthorized');
      expect(anonymous.response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
        'session',
        'refreshToken',
      ]);
      for (const [part, message] of [
        [{ confirmPassword: 'x' }, 'Passwords do not match.'],
        [{ email: 'new@maplegate.example' }, 'The email of the super admin cannot be changed here.'],
        [
          { password: '12345678', confirmPassword: '12345678' },
          'This password is too easy to guess. Please choose another.',
        ],
        [{ name: undefined }, 'All fields are required'],
      ] as const) {
        const result = await person.call('profile', { json: { ...json, ...part } });
        expect(result).toMatchObject({ status: 400, error: { message } });
      }
    });
  });

  it('is renamed at the start when SUPER_ADMIN_EMAIL has changed, and keeps his password', async () => {
    const harness = await openSetUp();
    const later = await open({ environment: { SUPER_ADMIN_EMAIL: 'chief@agency.example' }, beside: harness });
    const again = await open({ environment: { SUPER_ADMIN_EMAIL: 'chief@agency.example' }, beside: harness });
    const results = await onBoth(
      engine,
      () => prepare(later),
      () => prepare(again),
    );
    expect(results.filter(({ isRenamed }) => isRenamed)).toHaveLength(1);
    expect((await signInAs(later, 'chief@agency.example')).result.ok).toBe(true);
    expect((await signInAs(later)).result.ok).toBe(false);
    const renamed = await harness.database.db
      .selectFrom('audit')
      .select(['actorId', 'fields'])
      .where('action', '=', 'super-admin.renamed')
      .execute();
    expect(renamed).toEqual([{ actorId: null, fields: '["email"]' }]);
  });

  it('keeps his address at a start without SUPER_ADMIN_EMAIL, whose default an admin may then have', async () => {
    const environment = { SUPER_ADMIN_PASSWORD: password, SUPER_ADMIN_EMAIL: 'owner@agency.example' };
    const first = await open({ environment });
    await prepare(first);
    const later = await open({ beside: first });
    expect(await withoutTrace(later, () => prepare(later))).toEqual(nothingToDo);
    const { person, result } = await signInAs(later, 'owner@agency.example');
    expect(result.ok).toBe(true);
    expect(dataOf(await person.call('setup'))).toEqual({ needed: false, email: 'owner@agency.example' });
    const admin = { name: 'Karim', email, password: 'nine loud geese land' };
    expect((await person.call('addUser', { json: admin })).status).toBe(201);
    expect(await withoutTrace(later, () => prepare(later))).toEqual(nothingToDo);
  });

  it('does not start with the address of an admin', async () => {
    const harness = await openSetUp();
    const admin = await harness.signIn('admin');
    const later = await open({ environment: { SUPER_ADMIN_EMAIL: admin.email }, beside: harness });
    await withoutTrace(harness, () =>
      expect(prepare(later)).rejects.toThrow(/SUPER_ADMIN_EMAIL .* an admin already has/),
    );
    expect((await signInAs(harness)).result.ok).toBe(true);
  });
});
