import { expect, it } from 'vitest';
import { rights } from '../../contract/rights.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { resetPassword } from './users.ts';

const password = 'six quiet herons wade';
const rahima = { name: 'Rahima', email: 'rahima@staff.example', password };
const shownRahima = {
  _id: expect.stringMatching(/^[0-9a-f]{24}$/),
  name: 'Rahima',
  email: rahima.email,
  role: 'admin',
  suspendedAt: null,
  rights: [...rights],
};

async function openWithRahima(open: () => Promise<TestHarness>) {
  const harness = await open();
  const owner = await harness.signIn('super-admin');
  const { _id: id } = dataOf(await owner.call('addUser', { json: rahima }));
  return { harness, owner, id };
}

const signIn = (harness: TestHarness, typed = password, email = rahima.email) => {
  const person = harness.visitor();
  return person.call('login', { json: { email, password: typed } }).then((result) => ({ person, isIn: result.ok }));
};
const lastEntry = async (harness: TestHarness) =>
  harness.database.db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').executeTakeFirst();

onEachEngine('the staff accounts', (open) => {
  it('are added by the super admin, always as admins', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const extra = {
      _id: 'a'.repeat(24),
      id: 'b'.repeat(24),
      role: 'super-admin',
      deletedAt: '2020-01-01',
      passwordHash: 'x',
    };
    const json = { ...rahima, name: '  Rahima ', email: ' Rahima@Staff.Example ', ...extra };
    const result = await owner.call('addUser', { json });
    expect(result.status).toBe(201);
    expect(dataOf(result)).toEqual(shownRahima);
    expect(dataOf(result)._id).not.toBe(extra._id);
    expect(await lastEntry(harness)).toMatchObject({
      action: 'user.added',
      actorId: owner.accountId,
      record: dataOf(result)._id,
    });
    expect((await signIn(harness)).isIn).toBe(true);
  });

  it('are listed as a plain array without the super admin, without hashes and without the deleted', async () => {
    const { owner, harness, id } = await openWithRahima(open);
    const admin = await harness.signIn('admin');
    for (const caller of [owner, admin]) {
      const users = dataOf(await caller.call('users'));
      expect(users).toHaveLength(2);
      expect(users).toContainEqual(shownRahima);
      expect(JSON.stringify(users)).not.toMatch(/hash|argon|super-admin/i);
    }
    dataOf(await owner.call('deleteUser', { params: { id } }));
    expect(dataOf(await owner.call('users')).map((user) => user._id)).toEqual([admin.accountId]);
  });

  it('are not added with a wrong field', async () => {
    const { owner, harness } = await openWithRahima(open);
    const cases = [
      [{ name: '' }, 'name', 'All fields are required'],
      [{ email: ' ' }, 'email', 'All fields are required'],
      [{ password: undefined }, 'password', 'All fields are required'],
      [{ name: 'x'.repeat(501) }, 'name', 'Please enter a valid name'],
      [{ name: ['Rahima'] }, 'name', 'All fields are required'],
      [{ email: 'rahima' }, 'email', 'Please enter a valid email address.'],
      [{ password: 'seven77' }, 'password', 'The password must have at least 8 characters.'],
      [{ password: 'é'.repeat(513) }, 'password', 'The password must have at most 1,024 bytes.'],
      [{ password: 'Password123' }, 'password', 'This password is too easy to guess. Please choose another.'],
      [{ password: 'karim@staff.example' }, 'password', 'This password is too easy to guess. Please choose another.'],
    ] as const;
    for (const [part, field, message] of cases) {
      const json = { name: 'Karim', email: 'karim@staff.example', password, ...part };
      const result = await withoutTrace(harness, () => owner.call('addUser', { json }));
      expect(result).toMatchObject({ status: 400, error: { message, errors: { [field]: message } } });
    }
  });

  it('have an e-mail each, also against the super admin and when twenty arrive at once', async () => {
    const { owner, harness } = await openWithRahima(open);
    for (const email of ['RAHIMA@staff.example', harness.settings.superAdminEmail]) {
      const json = { ...rahima, email };
      const result = await withoutTrace(harness, () => owner.call('addUser', { json }));
      expectRefusal(result, 409, 'user_exists');
      expect(result.ok || result.error.message).toBe('Error: User all ready exists. Please sign in.');
    }
    const json = { ...rahima, email: 'karim@staff.example' };
    const results = await Promise.all(Array.from({ length: 20 }, () => owner.call('addUser', { json })));
    expect(results.filter((result) => result.status === 201)).toHaveLength(1);
    expect(results.filter((result) => result.status === 409)).toHaveLength(19);
    expect(dataOf(await owner.call('users'))).toHaveLength(2);
  });

  it('keep what an edit does not send', async () => {
    const { owner, harness, id } = await openWithRahima(open);
    const edit = async (json: object) => dataOf(await owner.call('updateUser', { params: { id }, json }));
    expect(await edit({ name: 'Rahima Khatun' })).toEqual({ ...shownRahima, name: 'Rahima Khatun' });
    expect(await lastEntry(harness)).toMatchObject({ action: 'user.changed', record: id, fields: '["name"]' });
    expect(await edit({ email: 'R.Khatun@staff.example' })).toMatchObject({
      name: 'Rahima Khatun',
      email: 'r.khatun@staff.example',
    });
    expect(
      await withoutTrace(harness, () => edit({ email: 'r.khatun@staff.example', role: 'super-admin' })),
    ).toMatchObject({ role: 'admin' });
    expect((await signIn(harness, password, 'r.khatun@staff.example')).isIn).toBe(true);
  });

  it('keep what somebody else changes at the same time', async () => {
    const { owner, id } = await openWithRahima(open);
    const params = { id };
    for (let time = 0; time < 10; time++) {
      const [name, email] = [`Rahima ${time}`, `rahima${time}@staff.example`];
      const edits = [{ name }, { email }].map((json) => owner.call('updateUser', { params, json }));
      for (const result of await Promise.all(edits)) dataOf(result);
      expect(dataOf(await owner.call('users'))).toContainEqual({ ...shownRahima, name, email });
    }
  });

  it('cannot be given invalid or taken values by an edit', async () => {
    const { owner, harness, id } = await openWithRahima(open);
    const other = await harness.signIn('admin');
    const cases = [
      [{ name: '' }, 400, 'All fields are required'],
      [{ email: '' }, 400, 'All fields are required'],
      [{ name: 'Karim', email: null }, 400, 'All fields are required'],
      [{ email: 'x' }, 400, 'Please enter a valid email address.'],
      [{ password: 'short' }, 400, 'The password must have at least 8 characters.'],
      [{ password: 'rahima@staff.example' }, 400, 'This password is too easy to guess. Please choose another.'],
      [{ name: 'Karim', email: other.email }, 409, 'User email already exists. Please try another email.'],
      [{ email: harness.settings.superAdminEmail }, 409, 'User email already exists. Please try another email.'],
    ] as const;
    for (const [json, status, message] of cases) {
      const result = await withoutTrace(harness, () => owner.call('updateUser', { params: { id }, json }));
      expect(result).toMatchObject({ ok: false, status, error: { message } });
    }
    expect((await signIn(harness)).isIn).toBe(true);
  });

  it('lose their sessions and an earlier lock when the super admin resets the password', async () => {
    const { owner, harness, id } = await openWithRahima(open);
    const { person } = await signIn(harness);
    for (let time = 0; time < 6; time++) await signIn(harness, 'wrong');
    const inOwnBrowser = (typed: string) => person.call('login', { json: { email: rahima.email, password: typed } });
    for (let time = 0; time < 6; time++) await inOwnBrowser('wrong');
    const json = { password: 'nine loud geese land' };
    dataOf(await owner.call('updateUser', { params: { id }, json }));
    expectRefusal(await person.call('me'), 401, 'unauthorized');
    expect((await inOwnBrowser(json.password)).ok).toBe(true);
    expect((await signIn(harness, json.password)).isIn).toBe(true);
    expect((await signIn(harness)).isIn).toBe(false);
    expect(
      await harness.database.db.selectFrom('audit').select('fields').where('action', '=', 'user.changed').execute(),
    ).toEqual([{ fields: '["password"]' }]);
  });

  it('are gone at once when deleted, and their e-mail is free', async () => {
    const { owner, harness, id } = await openWithRahima(open);
    const { person } = await signIn(harness);
    expect(dataOf(await owner.call('deleteUser', { params: { id } }))).toEqual(shownRahima);
    expect(await lastEntry(harness)).toMatchObject({ action: 'user.deleted', record: id });
    expectRefusal(await person.call('me'), 401, 'unauthorized');
    expect((await signIn(harness)).isIn).toBe(false);
    expectRefusal(await withoutTrace(harness, () => owner.call('deleteUser', { params: { id } })), 404, 'not_found');
    expectRefusal(await owner.call('updateUser', { params: { id }, json: { name: 'X' } }), 404, 'not_found');
    expect((await owner.call('addUser', { json: rahima })).status).toBe(201);
  });

  it('do not include the super admin: his id is unknown to edit and delete', async () => {
    const { owner, harness } = await openWithRahima(open);
    const params = { id: owner.accountId };
    const json = { name: 'X' };
    const edited = await withoutTrace(harness, () => owner.call('updateUser', { params, json }));
    expectRefusal(edited, 404, 'not_found');
    expect(edited.ok || edited.error.message).toBe('Resource not found');
    expectRefusal(await withoutTrace(harness, () => owner.call('deleteUser', { params })), 404, 'not_found');
    const malformed = await owner.call('deleteUser', { params: { id: 'x' } });
    expect(malformed.ok || malformed.error.message).toBe('Invalid ID format.');
  });

  it('are neither added, edited nor deleted by an admin or a visitor', async () => {
    const { harness, id } = await openWithRahima(open);
    const admin = await harness.signIn('admin');
    const params = { id };
    for (const [caller, status] of [
      [admin, 403],
      [harness.visitor(), 401],
    ] as const) {
      const results = await withoutTrace(harness, async () => [
        await caller.call('addUser', { json: { ...rahima, email: 'karim@staff.example' } }),
        await caller.call('updateUser', { params, json: { name: 'X', password: 'nine loud geese land' } }),
        await caller.call('deleteUser', { params }),
      ]);
      expect(results.map((result) => result.status)).toEqual([status, status, status]);
    }
    expectRefusal(await harness.visitor().call('users'), 401, 'unauthorized');
  });

  it('get a new password from the owner’s command, which ends their sessions', async () => {
    const { harness } = await openWithRahima(open);
    const ctx = systemContext(harness);
    const { person } = await signIn(harness);
    expect(await withoutTrace(harness, () => resetPassword(ctx, 'nobody@staff.example'))).toBeNull();
    const fresh = await resetPassword(ctx, ' Rahima@staff.example');
    expect(fresh).toMatch(/^[\w-]{20}$/);
    expect(await lastEntry(harness)).toMatchObject({ action: 'password.reset', actorId: null });
    expectRefusal(await person.call('me'), 401, 'unauthorized');
    expect((await signIn(harness, fresh ?? '')).isIn).toBe(true);
  });
});
