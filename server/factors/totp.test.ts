/** Codes of an app and recovery codes: how they are set up, and what they allow. */
import { expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { hasPostgresServer } from '../../test/backends.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, appCode, newPerson, password, signInBy, wrongCode } from '../../test/factors.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { waitingForLocks } from '../../test/postgres.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { flushRefusals } from '../audit/refusals.ts';
import { inTransaction, systemContext } from '../context.ts';
import { lockAccount } from '../sessions/sessions.db.ts';
import { resetFactors } from '../users/users.ts';
import { activateTotp, deleteTotp, findTotp } from './factors.db.ts';
import { spendCode } from './factors.ts';

/** Everything in an answer that a caller can see, except the request id. */
async function seen(harness: TestHarness, json: object): Promise<unknown> {
  const init = { method: 'POST', body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  const response = await harness.visitor().request('/api/users/login', init);
  const requestId = response.headers.get('x-request-id') ?? '';
  const headers = [...response.headers].map(([name, value]) => [name, value.replace(requestId, '-')]);
  return { status: response.status, headers, body: (await response.text()).replace(requestId, '-') };
}

type App = Awaited<ReturnType<typeof addApp>>;

const refusals = async (harness: TestHarness) => {
  await flushRefusals(harness);
  const rows = await harness.database.db.selectFrom('audit').select(['action', 'detail']).execute();
  return rows.filter(({ action }) => action.endsWith('.refused')).map(({ action }) => action);
};

onEachEngine('an app', (open, engine) => {
  it('becomes active with its first code, which also gives ten recovery codes', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const none = { totp: false, passkeys: [], recoveryCodesLeft: 0 };
    expectRefusal(await person.call('enableTotp', { json: { code: '123456' } }), 400, 'wrong_code');
    const { secret, uri } = dataOf(await person.call('startTotp'));
    expect(uri).toContain(`secret=${secret}`);
    expect(dataOf(await person.call('factors'))).toEqual(none);
    expect((await signInBy(harness.visitor(), person.email)).ok).toBe(true);
    const wrong = await withoutTrace(harness, () =>
      person.call('enableTotp', { json: { code: wrongCode(harness, secret) } }),
    );
    expect(wrong).toMatchObject({ status: 400, error: { errorCodes: { code: 'wrong_code' } } });
    for (const code of ['', ' ', undefined, null, ['123456'], 123456]) {
      expect((await withoutTrace(harness, () => person.call('enableTotp', { json: { code } }))).status).toBe(400);
    }
    const code = appCode(harness, secret);
    const { recoveryCodes } = dataOf(await person.call('enableTotp', { json: { code } }));
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes);
    expect(dataOf(await person.call('factors'))).toEqual({ ...none, totp: true, recoveryCodesLeft: 10 });
    // The code that confirmed the set-up counts as used.
    expectRefusal(await person.call('enableTotp', { json: { code } }), 400, 'wrong_code');
    expectRefusal(await signInBy(harness.visitor(), person.email, code), 401, 'invalid_credentials');
    expect(await refusals(harness)).toContain('factor.refused');
  });

  it('is asked for after the right password, with the methods that the account has', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret, codes } = await addApp(harness, person);
    for (const code of [undefined, '', ' - ']) {
      const answer = await withoutTrace(harness, () => signInBy(harness.visitor(), person.email, code));
      expect(answer).toMatchObject({
        status: 401,
        error: { code: 'second_factor_required', methods: ['totp', 'recovery'] },
      });
    }
    for (const code of [['123456'], 123456, null]) {
      const json = { email: person.email, password, code };
      expect((await harness.visitor().call('login', { json })).status).toBe(400);
    }
    const nobody = { email: 'nobody@staff.example', password };
    const wrong = await seen(harness, nobody);
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('"Invalid email or password."') });
    const next = appCode(harness, secret, 1);
    for (const json of [
      { email: person.email, password: 'wrong' },
      { email: person.email, password: 'wrong', code: next },
      { email: person.email, password, code: wrongCode(harness, secret) },
      { email: person.email, password, code: 'ABCDEFGHJK' },
    ]) {
      expect(await seen(harness, json)).toEqual(wrong);
    }
    // Neither a wrong password nor a wrong code has used anything up.
    expect((await signInBy(harness.visitor(), person.email, next)).ok).toBe(true);
    harness.clock.advance(1);
    expect((await signInBy(harness.visitor(), person.email, codes[0])).ok).toBe(true);
    const owner = await harness.signIn('super-admin');
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'factor.used-up' } }));
    expect(entries).toMatchObject([{ record: person.id, actor: { _id: person.id }, fields: ['recoveryCodes'] }]);
    await flushRefusals(harness);
    const rows = await harness.database.db.selectFrom('audit').selectAll().execute();
    // The digits of the app's code may occur by chance within an id.
    const nextAlone = new RegExp(`(?<![0-9a-f])${next}(?![0-9a-f])`);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
    for (const text of [JSON.stringify(rows), harness.lines.join()]) expect(text).not.toMatch(nextAlone);
    const outcomes = harness.events.all().find(({ kind }) => kind === 'sign_ins')?.outcomes ?? [];
    expect(Object.fromEntries(outcomes)).toMatchObject({ code_needed: 3, refused: 5 });
  });

  it('is accepted one step before and after, and each step once in any order', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret } = await addApp(harness, person);
    const isIn = async (aside: number) =>
      (await signInBy(harness.visitor(), person.email, appCode(harness, secret, aside))).ok;
    const known = harness.visitor();
    for (const [aside, right] of [
      [0, false],
      [1, true],
      [1, false],
      [-1, true],
      [-1, false],
      [2, false],
    ] as const) {
      expect(await isIn(aside), String(aside)).toBe(right);
      harness.clock.advance(0.01);
      // Removes the failures, so that a lock refuses none of these.
      await harness.database.db.deleteFrom('signInFailure').execute();
    }
    harness.clock.advance(90);
    expect(await isIn(-2)).toBe(false);
    expect((await signInBy(known, person.email, ` ${appCode(harness, secret).replace(/(...)/, '$1 ')}`)).ok).toBe(true);
    harness.clock.advance(30);
    const bangla = appCode(harness, secret).replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
    expect((await signInBy(known, person.email, bangla)).ok).toBe(true);
    // A clock that is set back does not let a code be used again.
    harness.clock.advance(-30);
    expect(await isIn(0)).toBe(false);
  });

  it('of another account opens nothing, nor do its recovery codes, and none of them is used up by that', async () => {
    const harness = await open();
    const [one, other] = [await newPerson(harness), await newPerson(harness, 'karim')];
    await addApp(harness, one);
    const { secret, codes } = await addApp(harness, other);
    harness.clock.advance(30);
    const code = appCode(harness, secret);
    for (const wrong of [code, codes[0]]) {
      expectRefusal(await signInBy(harness.visitor(), one.email, wrong), 401, 'invalid_credentials');
    }
    for (const right of [code, codes[0]])
      expect((await signInBy(harness.visitor(), other.email, right)).ok, right).toBe(true);
  });

  it('lets in one of many concurrent sign-ins with the same code, also on two nodes', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret, codes } = await addApp(harness, person);
    // SQLite has one node.
    const beside = engine === 'sqlite' ? harness : await open({ beside: harness });
    for (const code of [appCode(harness, secret, 1), codes[0] ?? '']) {
      await harness.database.db.deleteFrom('signInFailure').execute();
      const tries = [harness, beside, harness, beside].map((node) => signInBy(node.visitor(), person.email, code));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 401, 401, 401]);
      const sessions = harness.database.db.selectFrom('session').select('id').where('accountId', '=', person.id);
      expect(await sessions.execute()).toHaveLength(code.length === 6 ? 2 : 3);
    }
    // Each node spends a code in its own transaction, without the counters and locks of sign-in.
    const [another = ''] = codes.slice(1);
    harness.clock.advance(60);
    for (const code of [appCode(harness, secret), another]) {
      const account = { id: person.id, name: 'rahima' };
      const nodes = [harness, beside, harness, beside, harness, beside];
      const spent = await Promise.all(nodes.map((node) => spendCode(systemContext(node), account, code)));
      expect(spent.filter(Boolean)).toHaveLength(1);
    }
  });

  it('shares the budget of the password, which the right password without a code does not refill', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret } = await addApp(harness, person);
    for (let time = 0; time < limits.loginFailuresBeforeLock; time++) {
      expectRefusal(await signInBy(harness.visitor(), person.email), 401, 'second_factor_required');
      const wrong = await signInBy(harness.visitor(), person.email, wrongCode(harness, secret));
      expectRefusal(wrong, 401, 'invalid_credentials');
    }
    const [row] = await harness.database.db.selectFrom('signInFailure').selectAll().execute();
    expect(row).toMatchObject({ failures: 5, lockedUntil: '2026-03-10T06:00:01.000Z' });
    // During the lock the right codes are refused, too, and stay unused.
    const code = appCode(harness, secret, 1);
    expectRefusal(await signInBy(harness.visitor(), person.email, code), 401, 'invalid_credentials');
    expectRefusal(await signInBy(harness.visitor(), person.email), 401, 'invalid_credentials');
    harness.clock.advance(1);
    // A sign-in without a code counts as no failure, and leaves no lock behind.
    expectRefusal(await signInBy(harness.visitor(), person.email), 401, 'second_factor_required');
    expect((await signInBy(harness.visitor(), person.email, code)).ok).toBe(true);
    expect(await harness.database.db.selectFrom('signInFailure').selectAll().execute()).toEqual([]);
    expect(await refusals(harness)).toContain('session.refused');
  });

  it('is replaced once a code of the new one was entered, and its recovery codes go with it', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret, codes } = await addApp(harness, person);
    const second = dataOf(await person.call('startTotp'));
    expect((await signInBy(harness.visitor(), person.email, appCode(harness, secret, 1))).ok).toBe(true);
    harness.clock.advance(90);
    const json = { code: appCode(harness, second.secret) };
    const { recoveryCodes } = dataOf(await person.call('enableTotp', { json }));
    const isIn = async (code = '') => (await signInBy(harness.visitor(), person.email, code)).ok;
    expect(await isIn(appCode(harness, secret, 1))).toBe(false);
    expect(await isIn(codes[1])).toBe(false);
    expect(await isIn(recoveryCodes[1]?.toLowerCase().replace(/^(.....)/, '$1-'))).toBe(true);
    expect(await isIn(recoveryCodes[1])).toBe(false);
    expect(dataOf(await person.call('factors')).recoveryCodesLeft).toBe(9);
    const renewed = dataOf(await person.call('newRecoveryCodes')).recoveryCodes;
    expect(await isIn(recoveryCodes[2])).toBe(false);
    expect(await isIn(renewed[2])).toBe(true);

    expect((await person.call('removeTotp')).status).toBe(204);
    expectRefusal(await withoutTrace(harness, () => person.call('removeTotp')), 404, 'not_found');
    expectRefusal(await person.call('newRecoveryCodes'), 409, 'no_second_factor');
    expect(dataOf(await person.call('factors'))).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 });
    expect(await isIn()).toBe(true);
  });

  it('has ten valid recovery codes after concurrent renewals, those of one of the answers, also on two nodes', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    await addApp(harness, person);
    const beside = engine === 'sqlite' ? harness : await open({ beside: harness });
    const sameSession = beside.visitor();
    for (const [name, value] of person.cookies) sameSession.cookies.set(name, value);
    for (const _ of [1, 2, 3]) {
      const renewals = [person, sameSession, person].map((caller) => caller.call('newRecoveryCodes'));
      const sets = (await Promise.all(renewals)).map((answer) => dataOf(answer).recoveryCodes);
      expect(dataOf(await person.call('factors')).recoveryCodesLeft).toBe(10);
      const accepted = [];
      for (const [code = ''] of sets) accepted.push((await signInBy(harness.visitor(), person.email, code)).ok);
      expect(accepted.filter(Boolean)).toHaveLength(1);
      await harness.database.db.deleteFrom('signInFailure').execute();
    }
  });

  it('ends the sessions that were begun without it when it is set up, and those begun with it when it is removed', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const without = harness.visitor();
    dataOf(await signInBy(without, person.email));
    const { codes } = await addApp(harness, person);
    expectRefusal(await without.call('applications'), 401, 'unauthorized');
    expect((await person.call('applications')).ok).toBe(true);
    const withCode = harness.visitor();
    dataOf(await signInBy(withCode, person.email, codes[0]));
    expect((await person.call('removeTotp')).status).toBe(204);
    expectRefusal(await withCode.call('applications'), 401, 'unauthorized');
    expect((await person.call('applications')).ok).toBe(true);
  });

  it.runIf(engine === 'postgres' && hasPostgresServer)(
    'leaves no session without it, even from a sign-in that was under way while it was set up',
    async () => {
      const harness = await open();
      const person = await newPerson(harness);
      dataOf(await person.call('startTotp'));
      const { signIn } = await inTransaction(systemContext(harness), async (ctx) => {
        await lockAccount(ctx, person.id);
        const signIn = signInBy(harness.visitor(), person.email);
        await expect.poll(() => waitingForLocks(harness)).toBe(1);
        // The password alone was right, and now it waits to begin the session.
        const { pendingSecret } = (await findTotp(ctx, person.id)) ?? {};
        expect(await activateTotp(ctx, person.id, pendingSecret ?? '')).toBe(true);
        return { signIn };
      });
      expectRefusal(await signIn, 401, 'invalid_credentials');
    },
  );

  it.runIf(engine === 'postgres' && hasPostgresServer).each([
    ['its code', (harness: TestHarness, { secret }: App) => appCode(harness, secret, 1)],
    ['a recovery code', (_: TestHarness, { codes }: App) => codes[0] ?? ''],
  ])('that was removed while %s was checked begins no session', async (_, codeOf) => {
    const harness = await open();
    const person = await newPerson(harness);
    const app = await addApp(harness, person);
    const { signIn } = await inTransaction(systemContext(harness), async (ctx) => {
      await lockAccount(ctx, person.id);
      const signIn = signInBy(harness.visitor(), person.email, codeOf(harness, app));
      // The code was right, and now it waits to begin the session.
      await expect.poll(() => waitingForLocks(harness)).toBe(1);
      expect(await deleteTotp(ctx, person.id)).toBe(true);
      return { signIn };
    });
    expectRefusal(await signIn, 401, 'invalid_credentials');
  });

  it.runIf(engine === 'postgres' && hasPostgresServer)(
    'whose recovery codes were replaced while an old one was checked begins no session by it',
    async () => {
      const harness = await open();
      const person = await newPerson(harness);
      const { codes } = await addApp(harness, person);
      const { renewal, signIn } = await inTransaction(systemContext(harness), async (ctx) => {
        // Those who wait for a row that is only locked, not updated, get it in the order of their waiting.
        await ctx.db.selectFrom('account').select('id').where('id', '=', person.id).forUpdate().execute();
        const renewal = person.call('newRecoveryCodes');
        await expect.poll(() => waitingForLocks(harness)).toBe(1);
        // It waits behind the renewal.
        const signIn = signInBy(harness.visitor(), person.email, codes[0]);
        await expect.poll(() => waitingForLocks(harness)).toBe(2);
        return { renewal, signIn };
      });
      dataOf(await renewal);
      expectRefusal(await signIn, 401, 'invalid_credentials');
    },
  );

  it.runIf(engine === 'postgres' && hasPostgresServer)(
    'is reset by the owner with its record, even if it became active at that moment',
    async () => {
      const harness = await open();
      const person = await newPerson(harness);
      dataOf(await person.call('startTotp'));
      const { db } = harness.database;
      const { reset } = await inTransaction(systemContext(harness), async (ctx) => {
        await lockAccount(ctx, person.id);
        const { pendingSecret } = (await findTotp(ctx, person.id)) ?? {};
        expect(await activateTotp(ctx, person.id, pendingSecret ?? '')).toBe(true);
        const reset = resetFactors(systemContext(harness), person.email);
        await expect.poll(() => waitingForLocks(harness)).toBe(1);
        return { reset };
      });
      expect(await reset).toBe(true);
      const recorded = await db.selectFrom('audit').select('record').where('action', '=', 'factor.reset').execute();
      expect(recorded).toEqual([{ record: person.id }]);
      expectRefusal(await person.call('applications'), 401, 'unauthorized');
      expect((await signInBy(harness.visitor(), person.email)).ok).toBe(true);
    },
  );

  it('has its secret and its recovery codes encrypted in the database, each to its account', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret, codes } = await addApp(harness, person);
    const other = await newPerson(harness, 'karim');
    const { db } = harness.database;
    const rows = [
      await db.selectFrom('totp').selectAll().execute(),
      await db.selectFrom('recoveryCode').selectAll().execute(),
    ];
    for (const text of [secret, Buffer.from(secret).toString('base64url'), ...codes]) {
      expect(JSON.stringify(rows)).not.toContain(text);
    }
    // Somebody with the database, and without the key, moves the factor of one account to another.
    await db
      .insertInto('totp')
      .columns(['accountId', 'secret'])
      .expression((eb) => eb.selectFrom('totp').select([eb.val(other.id).as('accountId'), 'secret']))
      .execute();
    const stolen = await signInBy(harness.visitor(), other.email, appCode(harness, secret, 1));
    expectRefusal(stolen, 401, 'invalid_credentials');
  });
});
