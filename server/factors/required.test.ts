/**
 * The calls that a session may make before it has the required second factor, and how factors are removed or
 * encrypted again.
 */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, addTestPasskey, appCode, newPerson, password, signInBy } from '../../test/factors.ts';
import { expectRefusal, onOneEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { flushRefusals } from '../audit/refusals.ts';
import { systemContext } from '../context.ts';
import { deriveKeys } from '../keys.ts';
import { prepareSetup } from '../users/setup.ts';
import { resetFactors } from '../users/users.ts';
import { reencryptFactors } from './encrypted-values.ts';
import { removeAllFactors } from './factors.ts';

onOneEngine('an account without the second factor that it must have', (open) => {
  it('can only make the calls for adding a factor until it has one, and again after losing it', async () => {
    const harness = await open({ environment: { SECOND_FACTOR: 'everyone' } });
    const owner = await harness.signIn('super-admin');
    expectRefusal(await owner.call('users'), 403, 'second_factor_needed');
    await addApp(harness, owner);
    const person = harness.visitor();
    const email = 'rahima@staff.example';
    dataOf(await owner.call('addUser', { json: { name: 'Rahima', email, password } }));
    dataOf(await signInBy(person, email));
    expect(dataOf(await person.call('me'))).toMatchObject({ secondFactorNeeded: true });

    const id = '0123456789abcdef01234567';
    const params = { id, sessionId: id, name: `${id}.jpg` };
    const itself: EndpointName[] = [
      ...(['login', 'passkeyLogin', 'passkeyLoginOptions', 'logout', 'me', 'factors', 'confirm'] as const),
      ...(['startTotp', 'enableTotp', 'passkeyOptions', 'addPasskey'] as const),
    ];
    const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => !itself.includes(name));
    const closed = names.filter((name) => endpoints[name].permission !== 'everyone' || name === 'profile');
    await withoutTrace(harness, async () => {
      for (const name of closed) {
        const result = await person.call(name, { params });
        expect(result.ok || [result.status, result.error.code], name).toEqual([403, 'second_factor_needed']);
      }
    });
    // Public calls tell this session no more than anybody else.
    for (const name of names.filter((name) => !closed.includes(name))) {
      const [own, anybody] = [await person.call(name, { params }), await harness.visitor().call(name, { params })];
      expect(own.status, name).toBe(anybody.status);
    }
    await flushRefusals(harness);
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'call.refused' } }));
    expect(entries).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ code: 'second_factor_needed' }) }),
    );

    await addTestPasskey(person);
    expect(dataOf(await person.call('me'))).toMatchObject({ secondFactorNeeded: false });
    expect((await person.call('applications')).ok).toBe(true);
    const [passkey] = dataOf(await person.call('factors')).passkeys;
    expect((await person.call('removePasskey', { params: { id: passkey?._id ?? '' } })).status).toBe(204);
    expectRefusal(await person.call('applications'), 403, 'second_factor_needed');
  });

  it('is the super admin alone where the settings say so, and nobody by default', async () => {
    const harness = await open({ environment: { SECOND_FACTOR: 'super-admin' } });
    const [owner, admin] = [await harness.signIn('super-admin'), await harness.signIn('admin')];
    expectRefusal(await owner.call('applications'), 403, 'second_factor_needed');
    expect((await admin.call('applications')).ok).toBe(true);
    expect(dataOf(await admin.call('me'))).toMatchObject({ secondFactorNeeded: false });
    await addApp(harness, owner);
    expect((await owner.call('applications')).ok).toBe(true);
  });
});

onOneEngine('second factors', (open) => {
  it('are taken away by the owner’s command, on record; the password is enough then', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const ctx = systemContext(harness);
    expect(await withoutTrace(harness, () => resetFactors(ctx, person.email))).toBe(false);
    expect(await withoutTrace(harness, () => resetFactors(ctx, 'nobody@staff.example'))).toBeNull();
    const { secret } = await addApp(harness, person);
    await addTestPasskey(person);
    expect(await resetFactors(ctx, ' Rahima@Staff.example ')).toBe(true);
    expectRefusal(await person.call('factors'), 401, 'unauthorized');
    dataOf(await signInBy(person, person.email));
    expect(dataOf(await person.call('factors'))).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 });
    const owner = await harness.signIn('super-admin');
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'factor.reset' } }));
    expect(entries).toMatchObject([{ actor: null, record: person.id }]);
    expect(harness.lines.join()).not.toContain(secret);
  });

  it('keep working under a new key once they are encrypted again, and are removed when the key is lost', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret, codes } = await addApp(harness, person);
    await addTestPasskey(person);
    await person.call('startTotp');
    const keys = deriveKeys(randomBytes(32));
    const ctx = { ...systemContext(harness), keys };
    const { db } = harness.database;
    const encrypted = async () => [
      ...(await db.selectFrom('totp').select(['secret', 'pendingSecret']).execute()),
      ...(await db.selectFrom('recoveryCode').select('hash').execute()),
      ...(await db.selectFrom('passkey').select('publicKey').execute()),
    ];
    const before = await encrypted();
    expect(await reencryptFactors(ctx, deriveKeys(randomBytes(32)))).toBe(0);
    expect(await encrypted()).toEqual(before);
    expect(await reencryptFactors(ctx, harness.keys)).toBe(13);
    expect(await reencryptFactors(ctx, harness.keys)).toBe(0);
    expectRefusal(await signInBy(harness.visitor(), person.email, codes[0]), 401, 'invalid_credentials');
    expect(await reencryptFactors(systemContext(harness), keys)).toBe(13);
    expect((await signInBy(harness.visitor(), person.email, codes[0])).ok).toBe(true);
    expect((await signInBy(harness.visitor(), person.email, appCode(harness, secret, 1))).ok).toBe(true);

    await removeAllFactors(ctx);
    dataOf(await signInBy(person, person.email));
    expect(dataOf(await person.call('factors'))).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 });
  });

  it('protect the super admin’s password from somebody with a session and the current password', async () => {
    const harness = await open({ environment: { SUPER_ADMIN_PASSWORD: password } });
    await prepareSetup(systemContext(harness));
    const owner = harness.visitor();
    const email = harness.settings.superAdminEmail;
    dataOf(await signInBy(owner, email));
    const { secret } = await addApp(harness, owner);
    harness.clock.advance(900);
    const fresh = 'nine loud geese land';
    const json = { name: 'Rupa', email, current: password, password: fresh, confirmPassword: fresh };
    expectRefusal(await withoutTrace(harness, () => owner.call('profile', { json })), 403, 'confirmation_needed');
    const { password: _, confirmPassword: __, ...name } = json;
    expect((await owner.call('profile', { json: name })).status).toBe(200);
    expect((await owner.call('confirm', { json: { password, code: appCode(harness, secret) } })).status).toBe(204);
    expect((await owner.call('profile', { json })).status).toBe(200);
  });
});
