/** Passkeys with right answers and with every kind of wrong one. */
import { expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { newTestPasskey, type PasskeyOptions } from '../../test/authenticator.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, addTestPasskey, appCode, newPerson, password, signInBy, wrongCode } from '../../test/factors.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { flushRefusals } from '../audit/refusals.ts';

const optionsOf = async (caller: Caller, name: 'passkeyOptions' | 'passkeyLoginOptions' | 'confirmOptions') =>
  dataOf(await caller.call(name)) as PasskeyOptions;
const login = (caller: Caller, credential: object) => caller.call('passkeyLogin', { json: { credential } });

async function refused(harness: TestHarness, action: string): Promise<number> {
  await flushRefusals(harness);
  const rows = await harness.database.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', action as 'factor.refused')
    .execute();
  return rows.reduce((sum, { detail }) => sum + (JSON.parse(detail ?? '{}').times ?? 0), 0);
}

/** Every answer that another authenticator, another site or a replay could give. */
const wrongs = [
  ['another origin', { origin: 'https://evil.example' }],
  ['our name on another port', { origin: 'http://localhost:3001' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['another use', { type: 'webauthn.other' }],
  ['another host', { rpId: 'evil.example' }],
  ['a person who was not verified', { flags: 0x01 }],
  ['nobody', { flags: 0x00 }],
] as const;

onEachEngine('a passkey', (open, engine) => {
  it('is added for this site, and signs its owner in without a password', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const options = await optionsOf(person, 'passkeyOptions');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Maplegate' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const passkey = newTestPasskey();
    const json = { name: '  Office laptop ', credential: passkey.create(options) };
    const added = await person.call('addPasskey', { json });
    expect(added).toMatchObject({ status: 201, data: { name: 'Office laptop' } });
    expect(Object.keys(dataOf(added))).toEqual(['_id', 'name', 'createdAt']);
    expect(await optionsOf(person, 'passkeyOptions')).toMatchObject({ excludeCredentials: [{ id: passkey.id }] });

    const browser = harness.visitor();
    const signInOptions = await optionsOf(browser, 'passkeyLoginOptions');
    expect(signInOptions).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const answer = dataOf(await login(browser, passkey.answer(signInOptions)));
    expect(answer).toMatchObject({ user: { _id: person.id, email: person.email, role: 'admin' } });
    expect(dataOf(await browser.call('me')).user._id).toBe(person.id);
    expect(browser.cookies.has('device')).toBe(true);
    const { passkeys } = dataOf(await browser.call('factors'));
    expect(passkeys).toMatchObject([{ name: 'Office laptop', lastUsedAt: harness.clock.now.toISOString() }]);
    const asking = await signInBy(harness.visitor(), person.email);
    expect(asking).toMatchObject({ status: 401, error: { code: 'second_factor_required', methods: ['passkey'] } });
    const rows = await harness.database.db.selectFrom('passkey').selectAll().execute();
    expect(rows).toMatchObject([{ counter: 1, credentialId: passkey.id }]);
  });

  it('is not added by an answer that does not verify, nor by one of another session or another time', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const add = (caller: Caller, credential: unknown, name: unknown = 'Laptop') =>
      withoutTrace(harness, () => caller.call('addPasskey', { json: { name, credential } }));
    const wrong = { status: 400, error: { errorCodes: { credential: 'wrong_passkey' } } };
    for (const [what, change] of wrongs) {
      const options = await optionsOf(person, 'passkeyOptions');
      expect(await add(person, newTestPasskey().create(options, change)), what).toMatchObject(wrong);
    }
    const options = await optionsOf(person, 'passkeyOptions');
    const credential = newTestPasskey().create(options);
    for (const name of ['', ' ', null, 7, 'x'.repeat(limits.passkeyNameLengthMax + 1)]) {
      expect(await add(person, credential, name)).toMatchObject({
        status: 400,
        error: { errors: { name: expect.anything() } },
      });
    }
    for (const broken of [
      undefined,
      null,
      'x',
      7,
      [],
      {},
      { ...credential, id: 'x'.repeat(5_000) },
      { ...credential, response: 1 },
    ]) {
      expect(await add(person, broken)).toMatchObject(wrong);
    }
    // A second session of the same person, with and without the cookie of the first.
    const other = harness.visitor();
    dataOf(await signInBy(other, person.email));
    expect(await add(other, credential)).toMatchObject(wrong);
    other.cookies.set('challenge', person.cookies.get('challenge') ?? '');
    expect(await add(other, credential)).toMatchObject(wrong);
    const signIn = await optionsOf(person, 'passkeyLoginOptions');
    expect(await add(person, newTestPasskey().create(signIn)), 'a question for a sign-in').toMatchObject(wrong);
    const late = newTestPasskey().create(await optionsOf(person, 'passkeyOptions'));
    harness.clock.advance(limits.passkeyMinutes * 60);
    expect(await add(person, late)).toMatchObject(wrong);
    expect(dataOf(await person.call('factors')).passkeys).toEqual([]);
    expect(await refused(harness, 'factor.refused')).toBeGreaterThanOrEqual(wrongs.length + 4);
  });

  it('is added only once, even when another account sends it again', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const passkey = newTestPasskey();
    const options = await optionsOf(person, 'passkeyOptions');
    const json = { name: 'Laptop', credential: passkey.create(options) };
    expect((await person.call('addPasskey', { json })).status).toBe(201);
    expectRefusal(await withoutTrace(harness, () => person.call('addPasskey', { json })), 400, 'wrong_passkey');
    const thief = await newPerson(harness, 'karim');
    const again = { name: 'Mine', credential: passkey.create(await optionsOf(thief, 'passkeyOptions')) };
    expectRefusal(await withoutTrace(harness, () => thief.call('addPasskey', { json: again })), 400, 'wrong_passkey');
  });

  it('is refused where the account has as many as it may have, also to somebody who began before', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    for (let at = 1; at < limits.passkeysMax; at++) await addTestPasskey(person, `Laptop ${at}`);
    const json = { name: 'Late', credential: newTestPasskey().create(await optionsOf(person, 'passkeyOptions')) };
    const begun = person.cookies.get('challenge') ?? '';
    const last = await addTestPasskey(person, 'Last');
    person.cookies.set('challenge', begun);
    expectRefusal(await withoutTrace(harness, () => person.call('addPasskey', { json })), 409, 'too_many_passkeys');
    expectRefusal(await person.call('passkeyOptions'), 409, 'too_many_passkeys');
    dataOf(await person.call('removePasskey', { params: { id: last._id } }));
    await addTestPasskey(person, 'Last');
    expect(dataOf(await person.call('factors')).passkeys).toHaveLength(limits.passkeysMax);
  });

  it('signs nobody in by an answer that does not verify, always with the same bytes', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const passkey = await addTestPasskey(person);
    const other = await newPerson(harness, 'karim');
    const others = await addTestPasskey(other);
    const answers = new Set<string>();
    const refuse = async (what: string, caller: Caller, credential: object) => {
      const result = await withoutTrace(harness, () => login(caller, credential));
      expect(result.ok, what).toBe(false);
      if (!result.ok) answers.add(JSON.stringify([result.status, { ...result.error, requestId: '' }]));
      expect(caller.cookies.has('session'), what).toBe(false);
    };
    for (const [what, change] of wrongs) {
      const browser = harness.visitor();
      await refuse(what, browser, passkey.answer(await optionsOf(browser, 'passkeyLoginOptions'), change));
    }
    const browser = harness.visitor();
    const options = await optionsOf(browser, 'passkeyLoginOptions');
    const right = passkey.answer(options) as { id: string; response: { signature: string } };
    await refuse('an unknown key', browser, newTestPasskey().answer(options));
    await refuse('an id that no key has', browser, { ...right, id: 'a\0b', rawId: 'a\0b' });
    await refuse('the key of another', browser, { ...right, id: others.id, rawId: others.id });
    const owner = Buffer.from(other.id).toString('base64url');
    await refuse('another owner', browser, passkey.answer(options, { userHandle: owner }));
    await refuse('a broken signature', browser, { ...right, response: { ...right.response, signature: 'AAAA' } });
    await refuse('no cookie', harness.visitor(), right);
    const elsewhere = harness.visitor();
    await optionsOf(elsewhere, 'passkeyLoginOptions');
    await refuse('another browser', elsewhere, right);
    const confirming = harness.visitor();
    const confirmOptions = await optionsOf(person, 'confirmOptions');
    confirming.cookies.set('challenge', person.cookies.get('challenge') ?? '');
    await refuse('a question for a confirmation', confirming, passkey.answer(confirmOptions));
    const late = passkey.answer(await optionsOf(browser, 'passkeyLoginOptions'));
    harness.clock.advance(limits.passkeyMinutes * 60);
    await refuse('too late', browser, late);
    const wrong = await harness.visitor().call('login', { json: { email: person.email, password: 'wrong' } });
    expect([...answers]).toEqual([JSON.stringify([wrong.status, { ...(!wrong.ok && wrong.error), requestId: '' }])]);
    expect(await refused(harness, 'session.refused')).toBeGreaterThanOrEqual(wrongs.length + 9);
  });

  it('answers a challenge once, on any node, and never with a counter that was used', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const passkey = await addTestPasskey(person);
    // SQLite has one node.
    const beside = engine === 'sqlite' ? harness : await open({ beside: harness });
    const browser = harness.visitor();
    const credential = passkey.answer(await optionsOf(browser, 'passkeyLoginOptions'));
    const cookie = browser.cookies.get('challenge') ?? '';
    const copies = [harness, beside, harness, beside].map((node) => {
      const copy = node.visitor();
      copy.cookies.set('challenge', cookie);
      return login(copy, credential);
    });
    expect((await Promise.all(copies)).map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const fresh = async (counter: number) => {
      const caller = harness.visitor();
      return login(caller, passkey.answer(await optionsOf(caller, 'passkeyLoginOptions'), { counter }));
    };
    expectRefusal(await fresh(1), 401, 'invalid_credentials');
    expectRefusal(await fresh(0), 401, 'invalid_credentials');
    expect((await fresh(7)).ok).toBe(true);
    expectRefusal(await fresh(6), 401, 'invalid_credentials');
  });

  it('without a counter works any number of times, once for each challenge', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const passkey = await addTestPasskey(person);
    for (let time = 0; time < 2; time++) {
      const browser = harness.visitor();
      const credential = passkey.answer(await optionsOf(browser, 'passkeyLoginOptions'), { counter: 0 });
      const cookie = browser.cookies.get('challenge') ?? '';
      expect((await login(browser, credential)).ok).toBe(true);
      const again = harness.visitor();
      again.cookies.set('challenge', cookie);
      expectRefusal(await login(again, credential), 401, 'invalid_credentials');
    }
  });

  it('opens nothing after it or its account was removed', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const [first, second] = [await addTestPasskey(person, 'First'), await addTestPasskey(person, 'Second')];
    const browser = harness.visitor();
    const ready = first.answer(await optionsOf(browser, 'passkeyLoginOptions'));
    const thief = harness.visitor();
    dataOf(await login(thief, first.answer(await optionsOf(thief, 'passkeyLoginOptions'))));
    const stranger = await newPerson(harness, 'karim');
    const params = { id: first._id };
    expectRefusal(await withoutTrace(harness, () => stranger.call('removePasskey', { params })), 404, 'not_found');
    expect((await person.call('removePasskey', { params })).status).toBe(204);
    expectRefusal(await thief.call('applications'), 401, 'unauthorized');
    expectRefusal(await withoutTrace(harness, () => person.call('removePasskey', { params })), 404, 'not_found');
    expectRefusal(await login(browser, ready), 401, 'invalid_credentials');
    expect(dataOf(await person.call('factors')).passkeys).toMatchObject([{ name: 'Second' }]);

    const owner = await harness.signIn('super-admin');
    const other = second.answer(await optionsOf(browser, 'passkeyLoginOptions'));
    expect((await owner.call('deleteUser', { params: { id: person.id } })).status).toBe(200);
    expectRefusal(await login(browser, other), 401, 'invalid_credentials');
    expect(await harness.database.db.selectFrom('passkey').selectAll().execute()).toEqual([]);
  });

  it('is not accepted with a public key that somebody wrote into the database', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const thief = await newPerson(harness, 'karim');
    const own = await addTestPasskey(thief);
    const { db } = harness.database;
    await db.updateTable('passkey').set({ accountId: person.id }).where('credentialId', '=', own.id).execute();
    const browser = harness.visitor();
    const options = await optionsOf(browser, 'passkeyLoginOptions');
    const userHandle = Buffer.from(person.id).toString('base64url');
    expectRefusal(await login(browser, own.answer(options, { userHandle })), 401, 'invalid_credentials');
  });
});

onEachEngine('a confirmation', (open) => {
  const seconds = limits.confirmationMinutes * 60;
  const rename = (person: Caller) => person.call('startTotp');

  it('of an account with an app takes the password and a code, and names the wrong field', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const { secret, codes } = await addApp(harness, person);
    const confirm = (json: object) => person.call('confirm', { json });
    harness.clock.advance(seconds);
    const changes = [
      'startTotp',
      'enableTotp',
      'removeTotp',
      'newRecoveryCodes',
      'passkeyOptions',
      'addPasskey',
    ] as const;
    for (const name of changes) {
      expectRefusal(await withoutTrace(harness, () => person.call(name)), 403, 'confirmation_needed');
    }
    const params = { id: person.id };
    expectRefusal(await person.call('removePasskey', { params }), 403, 'confirmation_needed');
    const code = appCode(harness, secret);
    const at = (field: string, error: string) => ({ status: 400, error: { errorCodes: { [field]: error } } });
    expect(await withoutTrace(harness, () => confirm({ password }))).toMatchObject(at('code', 'code_required'));
    expect(await confirm({ password: 'wrong', code })).toMatchObject(at('password', 'wrong_current_password'));
    expect(await confirm({ password, code: wrongCode(harness, secret) })).toMatchObject(at('code', 'wrong_code'));
    expectRefusal(await rename(person), 403, 'confirmation_needed');
    expect((await confirm({ password, code })).status).toBe(204);
    expect((await rename(person)).ok).toBe(true);
    expect(await confirm({ password, code })).toMatchObject(at('code', 'wrong_code'));
    expectRefusal(await signInBy(harness.visitor(), person.email, code), 401, 'invalid_credentials');
    expect((await confirm({ password, code: codes[0] })).status).toBe(204);
    // Wrong codes and wrong passwords are counted together.
    for (let times = 0; times < limits.loginFailuresBeforeLock; times++) {
      await confirm({ password, code: wrongCode(harness, secret) });
      await confirm({ password });
    }
    expect(await confirm({ password, code: appCode(harness, secret, 1) })).toMatchObject(
      at('password', 'wrong_current_password'),
    );
    expect(await refused(harness, 'factor.refused')).toBeGreaterThan(limits.loginFailuresBeforeLock);
  });

  it('by a passkey counts once, for its own session, and only with one’s own key', async () => {
    const harness = await open();
    const person = await newPerson(harness);
    const passkey = await addTestPasskey(person);
    const other = harness.visitor();
    dataOf(await login(other, passkey.answer(await optionsOf(other, 'passkeyLoginOptions'))));
    const stranger = await newPerson(harness, 'karim');
    const strangers = await addTestPasskey(stranger);
    harness.clock.advance(seconds);
    const confirm = (caller: Caller, credential: unknown) => caller.call('confirm', { json: { credential } });
    const wrong = { status: 400, error: { errorCodes: { credential: 'wrong_passkey' } } };
    for (const [what, change] of wrongs) {
      const credential = passkey.answer(await optionsOf(person, 'confirmOptions'), change);
      expect(await withoutTrace(harness, () => confirm(person, credential)), what).toMatchObject(wrong);
    }
    const options = await optionsOf(person, 'confirmOptions');
    expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
    for (const broken of [null, 7, {}, strangers.answer(options)]) {
      expect(await withoutTrace(harness, () => confirm(person, broken))).toMatchObject(wrong);
    }
    const credential = passkey.answer(options);
    other.cookies.set('challenge', person.cookies.get('challenge') ?? '');
    expect(await withoutTrace(harness, () => confirm(other, credential)), 'another session').toMatchObject(wrong);
    const forSignIn = passkey.answer(await optionsOf(other, 'passkeyLoginOptions'));
    expect(await withoutTrace(harness, () => confirm(other, forSignIn)), 'another use').toMatchObject(wrong);
    const late = passkey.answer(options, { counter: 99 });
    expect((await confirm(person, credential)).status).toBe(204);
    for (const again of [credential, late]) {
      expect(await withoutTrace(harness, () => confirm(person, again))).toMatchObject(wrong);
    }
    expect((await rename(person)).ok).toBe(true);
    expectRefusal(await rename(other), 403, 'confirmation_needed');
    expectRefusal(await confirm(harness.visitor(), credential), 401, 'unauthorized');
  });
});
