/** A password from the owner's command allows its user nothing but to choose another. */
import { expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, type Open, onEachEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { resetPassword } from './users.ts';

const fresh = 'nine loud geese land';

async function openReset(open: Open) {
  const harness = await open();
  const { email } = await harness.signIn('super-admin');
  const temporary = (await resetPassword(systemContext(harness), email)) ?? '';
  const person = harness.visitor();
  dataOf(await person.call('login', { json: { email, password: temporary } }));
  const change = (password: string, current = temporary) =>
    person.call('changePassword', { json: { current, password, confirmPassword: password } });
  return { harness, email, temporary, person, change };
}

onEachEngine('a password that was reset', (open) => {
  it('allows no calls but those for choosing another, not even calls that the role allows', async () => {
    const { harness, person } = await openReset(open);
    const id = '0123456789abcdef01234567';
    const params = { id, sessionId: id, name: `${id}.jpg` };
    const itself: EndpointName[] = [
      ...(['login', 'passkeyLogin', 'passkeyLoginOptions', 'logout', 'me', 'sessions', 'endSession'] as const),
      ...(['factors', 'confirm', 'confirmOptions', 'changePassword'] as const),
    ];
    const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => !itself.includes(name));
    const closed = names.filter((name) => endpoints[name].permission !== 'everyone' || name === 'profile');
    await withoutTrace(harness, async () => {
      for (const name of closed) {
        const result = await person.call(name, { params });
        expect(result.ok || [result.status, result.error.code], name).toEqual([403, 'password_change_needed']);
      }
    });
    // Public calls tell this session no more than anybody else.
    for (const name of names.filter((name) => !closed.includes(name))) {
      const [own, anybody] = [await person.call(name, { params }), await harness.visitor().call(name, { params })];
      expect(own.status, name).toBe(anybody.status);
    }
    expect(dataOf(await person.call('setup'))).toEqual({ needed: false, email: '' });
    expect(dataOf(await person.call('me'))).toMatchObject({ passwordChangeNeeded: true });
    expect(dataOf(await person.call('sessions'))).toHaveLength(1);
  });

  it('is replaced by another, after which the same session allows everything', async () => {
    const { harness, email, temporary, person, change } = await openReset(open);
    for (const again of [temporary, temporary.normalize('NFD')]) {
      const result = await withoutTrace(harness, () => change(again));
      expect(result).toMatchObject({ status: 400, error: { errorCodes: { password: 'password_not_new' } } });
    }
    expectRefusal(await person.call('applications'), 403, 'password_change_needed');
    expect((await change(fresh)).status).toBe(204);
    expect(dataOf(await person.call('me'))).toMatchObject({ passwordChangeNeeded: false });
    expect((await person.call('applications')).ok).toBe(true);
    const later = harness.visitor();
    expectRefusal(await later.call('login', { json: { email, password: temporary } }), 401, 'invalid_credentials');
    dataOf(await later.call('login', { json: { email, password: fresh } }));
    expect((await later.call('audit')).ok).toBe(true);
  });

  it('can be changed, although somebody has entered wrong current passwords until they were locked', async () => {
    const { harness, email, person, change } = await openReset(open);
    for (let time = 0; time < 10; time++) {
      harness.clock.advance(30);
      expectRefusal(await change(fresh, 'not this one'), 400, 'wrong_current_password');
    }
    const again = (await resetPassword(systemContext(harness), email)) ?? '';
    dataOf(await person.call('login', { json: { email, password: again } }));
    expect((await change(fresh, again)).status).toBe(204);
  });

  it('must be changed, as each sign-in says until it is, and again after each reset', async () => {
    const { harness, email, temporary, person, change } = await openReset(open);
    expect((await person.call('logout')).status).toBe(204);
    dataOf(await person.call('login', { json: { email, password: temporary } }));
    expectRefusal(await person.call('applications'), 403, 'password_change_needed');
    expect((await change(fresh)).status).toBe(204);
    const again = (await resetPassword(systemContext(harness), email)) ?? '';
    dataOf(await person.call('login', { json: { email, password: again } }));
    expectRefusal(await person.call('applications'), 403, 'password_change_needed');
  });
});
