import { expect, it } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { sweepFailures, unknownAddressCounters, unknownSubject } from './attempts.ts';

const email = 'rahima@staff.example';
const password = 'six quiet herons wade';

async function openWithRahima(open: (options?: object) => Promise<TestHarness>): Promise<TestHarness> {
  const harness = await open();
  const owner = await harness.signIn('super-admin');
  dataOf(await owner.call('addUser', { json: { name: 'Rahima', email, password } }));
  return harness;
}

const attempt = (caller: Caller, typed: string, as = email) =>
  caller.call('login', { json: { email: as, password: typed } });
const isIn = async (caller: Caller, typed = password) => (await attempt(caller, typed)).ok;

async function fail(harness: TestHarness, times: number, as = email): Promise<void> {
  for (let time = 0; time < times; time++) await attempt(harness.visitor(), `wrong ${time}`, as);
}

/** Everything in an answer that a caller can see, except the request id. */
async function seen(harness: TestHarness, as: string, typed: string): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify({ email: as, password: typed }) };
  const response = await harness
    .visitor()
    .request('/api/users/login', { ...init, headers: { 'content-type': 'application/json' } });
  const requestId = response.headers.get('x-request-id') ?? '';
  const headers = [...response.headers].map(([name, value]) => [name, value.replace(requestId, '-')]);
  return { status: response.status, headers, body: (await response.text()).replace(requestId, '-') };
}

onEachEngine('signing in', (open) => {
  it('answers the same bytes for an unknown, a wrong and a locked account', async () => {
    const harness = await openWithRahima(open);
    const wrong = await seen(harness, email, 'wrong');
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('"Invalid email or password."') });
    expect(await seen(harness, 'nobody@staff.example', 'wrong')).toEqual(wrong);
    await fail(harness, 4);
    expect(await seen(harness, email, 'wrong')).toEqual(wrong);
    expect(await seen(harness, email, password)).toEqual(wrong);
    expect(await seen(harness, email, 'x'.repeat(20_000))).toEqual(wrong);
  });

  it('locks an account after five failures for 1, 2, 4 … seconds up to 15 minutes, never for good', async () => {
    const harness = await openWithRahima(open);
    await fail(harness, 4);
    expect(await isIn(harness.visitor())).toBe(true);
    await fail(harness, 5);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      harness.clock.advance(seconds - 0.001);
      expect(await isIn(harness.visitor())).toBe(false);
      harness.clock.advance(0.001);
      await fail(harness, 1);
    }
    harness.clock.advance(900);
    expect(await isIn(harness.visitor())).toBe(true);
    await fail(harness, 4);
    expect(await isIn(harness.visitor())).toBe(true);
  });

  it('ends a lock that was set while the clock was ahead once the clock is right, and keeps one of another node', async () => {
    const harness = await openWithRahima(open);
    const daysAhead = 400 * 86_400;
    harness.clock.advance(daysAhead);
    await fail(harness, 5);
    harness.clock.advance(-daysAhead);
    expect(await isIn(harness.visitor())).toBe(true);
    await fail(harness, 4);
    // The clock of another node may be some minutes ahead, and sets its longest lock.
    const lockedUntil = new Date(harness.clock.now.getTime() + (900 + 240) * 1_000).toISOString();
    await harness.database.db.updateTable('signInFailure').set({ lockedUntil }).execute();
    expect(await isIn(harness.visitor())).toBe(false);
  });

  it('lets a neighbour and a known browser in during a flood from one address', async () => {
    const harness = await openWithRahima(open);
    const known = harness.visitor('203.0.113.9');
    expect(await isIn(known)).toBe(true);
    const flood = Array.from({ length: 150 }, (_, number) =>
      attempt(harness.visitor('203.0.113.9'), 'wrong', `nobody${number}@staff.example`),
    );
    const others = [attempt(known, password), attempt(harness.visitor('198.51.100.7'), password)];
    expect((await Promise.all(others)).map(({ ok }) => ok)).toEqual([true, true]);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
  });

  it('does not count tries during a lock, and does not lengthen it', async () => {
    const harness = await openWithRahima(open);
    await fail(harness, 5);
    harness.clock.advance(0.5);
    await fail(harness, 20);
    harness.clock.advance(0.5);
    expect(await isIn(harness.visitor())).toBe(true);
  });

  it('locks an address without an account like any other', async () => {
    const harness = await openWithRahima(open);
    await fail(harness, 5);
    await fail(harness, 5, 'nobody@staff.example');
    const rows = await harness.database.db.selectFrom('signInFailure').selectAll().execute();
    expect(rows).toHaveLength(2);
    const lock = { failures: 5, lockedUntil: '2026-03-10T06:00:01.000Z' };
    expect(rows).toMatchObject([lock, lock]);
    expect(JSON.stringify(rows)).not.toContain('staff');
  });

  it('keeps a bounded number of counters for addresses without an account, and each account’s own beside them', async () => {
    const harness = await openWithRahima(open);
    const subjects = Array.from({ length: 20_000 }, (_, number) =>
      unknownSubject(harness.keys.hash('sign-in', `nobody${number}@staff.example`)),
    );
    expect(new Set(subjects).size).toBeGreaterThan(unknownAddressCounters * 0.99);
    expect(new Set(subjects).size).toBeLessThanOrEqual(unknownAddressCounters);

    await fail(harness, 5);
    for (let number = 0; number < 20; number++) await fail(harness, 1, `nobody${number}@staff.example`);
    const rows = await harness.database.db.selectFrom('signInFailure').select(['subject', 'failures']).execute();
    const [ofStrangers, ofAccounts] = [true, false].map((isUnknown) =>
      rows.filter(({ subject }) => subject.startsWith('unknown ') === isUnknown),
    );
    expect(new Set(ofStrangers?.map(({ subject }) => subject))).toEqual(new Set(subjects.slice(0, 20)));
    // The lock of the account has not changed.
    expect(ofAccounts).toMatchObject([{ failures: 5 }]);
    expect(await isIn(harness.visitor())).toBe(false);
    harness.clock.advance(1);
    expect(await isIn(harness.visitor())).toBe(true);
  });

  it('checks five passwords at most, however many are sent at once', async () => {
    const harness = await openWithRahima(open);
    const guesses = Array.from({ length: 50 }, (_, guess) => attempt(harness.visitor(), `wrong ${guess}`));
    const answers = await Promise.all(guesses);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]));
    const [row] = await harness.database.db.selectFrom('signInFailure').selectAll().execute();
    expect(row).toMatchObject({ failures: 5, lockedUntil: '2026-03-10T06:00:01.000Z' });
  });

  it('accepts the right password, however many are sent at once', async () => {
    const harness = await openWithRahima(open);
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(harness.visitor(), password)));
    expect(answers.every((answer) => answer.ok)).toBe(true);
  });

  it('still lets in a browser that signed in before, which has a counter of its own', async () => {
    const harness = await openWithRahima(open);
    const own = harness.visitor();
    expect(await isIn(own)).toBe(true);
    await own.call('logout');
    await fail(harness, 9);
    expect(await isIn(harness.visitor())).toBe(false);
    expect(await isIn(own)).toBe(true);
    for (let time = 0; time < 5; time++) await attempt(own, 'wrong');
    expect(await isIn(own)).toBe(false);
  });

  it('recognises no browser by a device cookie of another account or of another origin', async () => {
    const harness = await openWithRahima(open);
    const owner = await harness.signIn('super-admin');
    const other = 'karim@staff.example';
    dataOf(await owner.call('addUser', { json: { name: 'Karim', email: other, password } }));
    const karim = harness.visitor();
    dataOf(await attempt(karim, password, other));
    const forged = harness.visitor();
    forged.cookies.set('device', Buffer.from('{"id":"x","accounts":[]}').toString('base64url'));
    await fail(harness, 5);
    expect(await isIn(karim)).toBe(false);
    expect(await isIn(forged)).toBe(false);
  });

  it('leaves no session behind when the password is replaced at the same time', async () => {
    const harness = await openWithRahima(open);
    const owner = await harness.signIn('super-admin');
    const [user] = dataOf(await owner.call('users'));
    const person = harness.visitor();
    const reset = { params: { id: user?._id ?? '' }, json: { password: 'nine loud geese land' } };
    await Promise.all([attempt(person, password), owner.call('updateUser', reset), attempt(person, password)]);
    expect((await person.call('me')).ok).toBe(false);
  });

  it('is recorded, without anything personal in the log', async () => {
    const harness = await openWithRahima(open);
    await fail(harness, 1);
    expect(await isIn(harness.visitor())).toBe(true);
    const owner = await harness.signIn('super-admin');
    const [entry] = dataOf(await owner.call('audit', { query: { action: 'session.started' } })).entries;
    expect(entry).toMatchObject({ action: 'session.started', actor: { name: 'Rahima' }, fields: [] });
    expect(harness.lines.join('')).not.toMatch(/rahima|herons|wrong/i);
  });

  it('keeps the failures of today in place, however many older ones are swept', async () => {
    const harness = await open();
    const hoursAgo = (hours: number) => new Date(harness.now().getTime() - hours * 3_600_000).toISOString();
    const failures = Array.from({ length: 350 }, (_, at) => {
      const lastAt = hoursAgo(at < 30 ? 23 : 25);
      return { subject: `subject ${at}`, failures: 1, lockedUntil: lastAt, lastAt };
    });
    await harness.database.db.insertInto('signInFailure').values(failures).execute();
    await sweepFailures(systemContext(harness));
    const remaining = await harness.database.db.selectFrom('signInFailure').select('subject').execute();
    expect(remaining.map(({ subject }) => subject).sort()).toEqual(
      failures
        .slice(0, 30)
        .map(({ subject }) => subject)
        .sort(),
    );
  });
});
