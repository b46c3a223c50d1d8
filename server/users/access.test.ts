/** What the super admin decides about an account: suspended, signed out, without a right. */
import { expect, it } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { type Right, rights } from '../../contract/rights.ts';
import type { PasskeyOptions } from '../../test/authenticator.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, addTestPasskey, appCode, newPerson, password, signInBy } from '../../test/factors.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { addSlide, changeSlide, jpeg, listSlides, slideForm } from '../../test/slides.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const outside = 'https://visas.example/';

async function prepare(open: () => Promise<TestHarness>) {
  const harness = await open();
  const owner = await harness.signIn('super-admin');
  const person = await newPerson(harness);
  return { harness, owner, person, id: person.id };
}

const suspend = (owner: Caller, id: string) => owner.call('suspendUser', { params: { id } });
const resume = (owner: Caller, id: string) => owner.call('resumeUser', { params: { id } });
const setRights = (owner: Caller, id: string, json: unknown) => owner.call('setRights', { params: { id }, json });
const without = (...taken: Right[]) => ({ rights: rights.filter((right) => !taken.includes(right)) });
const sessions = async (owner: Caller, id: string) => dataOf(await owner.call('userSessions', { params: { id } }));
const isIn = async (caller: Caller) => (await caller.call('me')).ok;

async function entries(harness: TestHarness, record: string) {
  const rows = await harness.database.db
    .selectFrom('audit')
    .selectAll()
    .where('record', '=', record)
    .orderBy('sequence')
    .execute();
  return rows.map(({ action, actorName, fields }) => ({ action, actorName, fields: JSON.parse(fields) }));
}

/** All that a caller can see of a refused sign-in, save the number of the request. */
async function seen(harness: TestHarness, path: string, json: unknown, from = harness.visitor()): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await from.request(path, { method: 'POST', body: JSON.stringify(json), headers });
  const requestId = response.headers.get('x-request-id') ?? '';
  const shown = [...response.headers].map(([name, value]) => [name, value.replace(requestId, '-')]);
  return { status: response.status, headers: shown, body: (await response.text()).replace(requestId, '-') };
}

onEachEngine('a suspended account', (open) => {
  it('is signed out everywhere at once, and its password is answered byte for byte like a wrong one', async () => {
    const { harness, owner, person, id } = await prepare(open);
    const { email } = person;
    const wrong = await seen(harness, '/api/users/login', { email, password: 'not the password' });
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('"Invalid email or password."') });
    const answer = await suspend(owner, id);
    expect(answer).toMatchObject({ status: 200, data: { _id: id, suspendedAt: harness.clock.now.toISOString() } });
    expect(await isIn(person)).toBe(false);
    expect(await sessions(owner, id)).toEqual([]);
    expect(await seen(harness, '/api/users/login', { email, password })).toEqual(wrong);
    expect(dataOf(await owner.call('users'))).toMatchObject([{ _id: id, suspendedAt: expect.any(String) }]);
  });

  it('is kept out whatever its second factor, and uses none of them up', async () => {
    const { harness, owner, person, id } = await prepare(open);
    const { email } = person;
    const passkey = await addTestPasskey(person);
    const { secret, codes } = await addApp(harness, person);
    dataOf(await suspend(owner, id));
    harness.clock.advance(60);
    const wrong = await seen(harness, '/api/users/login', { email, password: 'not the password', code: codes[0] });
    for (const code of [undefined, codes[0], appCode(harness, secret)]) {
      expect(await seen(harness, '/api/users/login', { email, password, code })).toEqual(wrong);
    }
    const browser = harness.visitor();
    const options = dataOf(await browser.call('passkeyLoginOptions')) as PasskeyOptions;
    const login = (credential: object) => seen(harness, '/api/users/passkey-login', { credential }, browser);
    const notOurs = await login({ ...passkey.answer(options), id: 'AAAA', rawId: 'AAAA' });
    expect(notOurs).toMatchObject({ status: 401 });
    expect(await login(passkey.answer(options))).toEqual(notOurs);
    dataOf(await resume(owner, id));
    expect((await signInBy(harness.visitor(), email, codes[0])).ok).toBe(true);
    harness.clock.advance(60);
    expect((await signInBy(harness.visitor(), email, appCode(harness, secret))).ok).toBe(true);
  });

  it('can sign in again when it is resumed, without its earlier sessions and without locks from the meantime', async () => {
    const { harness, owner, person, id } = await prepare(open);
    dataOf(await setRights(owner, id, without('deleting')));
    dataOf(await suspend(owner, id));
    for (let time = 0; time < 6; time++) await signInBy(harness.visitor(), person.email);
    expect(await resume(owner, id)).toMatchObject({
      status: 200,
      data: { suspendedAt: null, rights: without('deleting').rights },
    });
    expect(await isIn(person)).toBe(false);
    expect((await signInBy(harness.visitor(), person.email)).ok).toBe(true);
  });

  it('has no session, even from a sign-in that was under way', async () => {
    const { harness, owner, person, id } = await prepare(open);
    for (let time = 0; time < 3; time++) {
      const browsers = [harness.visitor(), harness.visitor(), harness.visitor()];
      await Promise.all([suspend(owner, id), ...browsers.map((browser) => signInBy(browser, person.email))]);
      expect(await Promise.all(browsers.map(isIn))).toEqual([false, false, false]);
      dataOf(await resume(owner, id));
      expect(await Promise.all(browsers.map(isIn))).toEqual([false, false, false]);
    }
  });

  it('can be given no work; everybody else, the super admin included, can', async () => {
    const { harness, owner, id } = await prepare(open);
    const other = await newPerson(harness, 'karim');
    const gone = await newPerson(harness, 'salma');
    dataOf(await owner.call('deleteUser', { params: { id: gone.id } }));
    dataOf(await suspend(owner, id));
    const listed = dataOf(await owner.call('colleagues')).map(({ _id }) => _id);
    expect(listed.sort()).toEqual([owner.accountId, other.id].sort());
    const { _id: record } = await addApplication(owner);
    const others = 'take';
    for (const assignee of [owner.accountId, other.id]) {
      expect(dataOf(await owner.call('assign', { json: { assignee, ids: [record], others } })).assigned).toBe(1);
    }
    for (const assignee of [id, gone.id, 'f'.repeat(24)]) {
      const refused = await owner.call('assign', { json: { assignee, ids: [record], others } });
      expect(refused.ok ? null : refused.error.errorCodes).toEqual({ assignee: 'invalid_assignee' });
    }
  });

  it('is on record with its author and time, once, however often it is requested', async () => {
    const { harness, owner, id } = await prepare(open);
    for (const call of [suspend, suspend, resume, resume]) dataOf(await call(owner, id));
    const actorName = dataOf(await owner.call('me')).user.name;
    expect((await entries(harness, id)).slice(-2)).toEqual([
      { action: 'user.suspended', actorName, fields: [] },
      { action: 'user.resumed', actorName, fields: [] },
    ]);
  });
});

onEachEngine('the sessions of an admin', (open) => {
  it('are seen by the super admin, and ended by him one by one and all together', async () => {
    const { harness, owner, person, id } = await prepare(open);
    const [phone, laptop] = [harness.visitor(), harness.visitor()];
    const { token } = dataOf(await signInBy(phone, person.email));
    dataOf(await signInBy(laptop, person.email));
    const shown = await sessions(owner, id);
    expect(shown).toHaveLength(3);
    expect(Object.keys(shown[0] ?? {})).toEqual([
      ...['_id', 'createdAt', 'lastSeenAt'],
      ...['device', 'browser', 'system', 'phone', 'current'],
    ]);
    expect(shown.some(({ current }) => current)).toBe(false);
    expect((await owner.call('endUserSession', { params: { id, sessionId: token } })).status).toBe(204);
    expect(await Promise.all([phone, laptop, person].map(isIn))).toEqual([false, true, true]);
    expect((await owner.call('endUserSessions', { params: { id } })).status).toBe(204);
    expect(await Promise.all([phone, laptop, person].map(isIn))).toEqual([false, false, false]);
    expect((await entries(harness, id)).slice(-2).map(({ action }) => action)).toEqual([
      'session.ended',
      'session.ended',
    ]);
    await withoutTrace(harness, async () => dataOf(await owner.call('endUserSessions', { params: { id } })));
    expect((await signInBy(harness.visitor(), person.email)).ok).toBe(true);
  });

  it('are seen and ended by nobody else, and include neither his own nor those of a deleted admin', async () => {
    const { harness, owner, id } = await prepare(open);
    const other = await newPerson(harness, 'karim');
    const { token } = dataOf(await signInBy(harness.visitor(), other.email));
    const end = (who: string, sessionId: string) => owner.call('endUserSession', { params: { id: who, sessionId } });
    expectRefusal(await end(id, token), 404, 'not_found');
    expectRefusal(await end(other.id, 'f'.repeat(24)), 404, 'not_found');
    expectRefusal(await end(other.id, 'short'), 400, 'invalid_id');
    dataOf(await owner.call('deleteUser', { params: { id } }));
    for (const who of [owner.accountId, id]) {
      for (const name of ['userSessions', 'endUserSessions', 'suspendUser', 'resumeUser'] as const) {
        expectRefusal(await owner.call(name, { params: { id: who } }), 404, 'not_found');
      }
      expectRefusal(await setRights(owner, who, without('deleting')), 404, 'not_found');
    }
    expect(await isIn(other)).toBe(true);
  });
});

onEachEngine('a right', (open) => {
  const needing = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const endpoint: Endpoint = endpoints[name];
    return endpoint.right ? [{ name, right: endpoint.right }] : [];
  });

  it('is everybody’s until it is taken, and then exactly the calls that need it are refused', async () => {
    const { harness, owner, person, id } = await prepare(open);
    expect(dataOf(await person.call('me')).rights).toEqual(rights);
    const call = (by: Caller, name: EndpointName) => by.call(name, { params: { id: 'f'.repeat(24) }, json: {} });
    for (const taken of rights) {
      expect(dataOf(await setRights(owner, id, without(taken))).rights).toEqual(without(taken).rights);
      expect(dataOf(await person.call('me')).rights).toEqual(without(taken).rights);
      await withoutTrace(harness, async () => {
        for (const { name, right } of needing) {
          const result = await call(person, name);
          if (right === taken) expectRefusal(result, 403, 'right_missing');
          else expect(result.ok || result.error.code, name).not.toBe('right_missing');
          const ofOwner = await call(owner, name);
          expect(ofOwner.ok || ofOwner.error.code, name).not.toBe('right_missing');
        }
      });
    }
  });

  it('to delete is needed for applications and slides, and works again once it is given back', async () => {
    const { owner, person, id } = await prepare(open);
    const [application, slide] = [await addApplication(person), await addSlide(person)];
    dataOf(await setRights(owner, id, without('deleting')));
    expectRefusal(await person.call('deleteApplication', { params: { id: application._id } }), 403, 'right_missing');
    expectRefusal(await person.call('deleteSlide', { params: { id: slide._id } }), 403, 'right_missing');
    dataOf(await setRights(owner, id, { rights }));
    expect((await person.call('deleteApplication', { params: { id: application._id } })).status).toBe(200);
    expect((await person.call('deleteSlide', { params: { id: slide._id } })).status).toBe(200);
  });

  it('to link to other sites is needed to set such a link in a slide, not to keep one that others have set', async () => {
    const { harness, owner, person, id } = await prepare(open);
    const linked = await addSlide(owner, { link: outside });
    const plain = await addSlide(owner, { link: '/about' });
    dataOf(await setRights(owner, id, without('outsideLinks')));
    const refused = { status: 403, error: { errorCodes: { link: 'outside_link_not_allowed' } } };
    const fields = { thumbnail: 'Study', link: outside };
    const adding = () => person.call('addSlide', { form: slideForm(fields, jpeg) });
    expect(await withoutTrace(harness, adding)).toMatchObject(refused);
    for (const link of [outside, 'https://localhost/about', 'HTTPS://visas.example']) {
      const result = await withoutTrace(harness, () => changeSlide(person, plain._id, { link }));
      expect(result.ok, link).toBe(false);
    }
    expect(await changeSlide(person, plain._id, { link: outside })).toMatchObject(refused);
    expect(await changeSlide(person, linked._id, { link: `${outside}other` })).toMatchObject(refused);
    expect((await changeSlide(person, linked._id, { title: 'New words', link: outside })).status).toBe(200);
    expect((await changeSlide(person, plain._id, { link: '/fraud' })).status).toBe(200);
    expect((await changeSlide(person, linked._id, { link: '' })).status).toBe(200);
    expect((await addSlide(person, { link: '/bn' })).link).toBe('/bn');
    expect((await changeSlide(owner, linked._id, { link: outside })).status).toBe(200);
    expect((await listSlides(person)).find(({ _id }) => _id === linked._id)?.link).toBe(outside);
  });

  it('is taken and given by name, on record, and only by the super admin', async () => {
    const { harness, owner, person, id } = await prepare(open);
    const other = await newPerson(harness, 'karim');
    expectRefusal(await withoutTrace(harness, () => setRights(person, other.id, without())), 403, 'forbidden');
    for (const wrong of [
      {},
      { rights: 'deleting' },
      { rights: ['everything'] },
      { rights: [null] },
      { rights: null },
    ]) {
      const result = await withoutTrace(harness, () => setRights(owner, id, wrong));
      expect(result).toMatchObject({ status: 400, error: { errorCodes: { rights: 'invalid_rights' } } });
    }
    dataOf(await setRights(owner, id, without('deleting', 'exporting')));
    dataOf(await setRights(owner, id, without('exporting', 'outsideLinks')));
    await withoutTrace(harness, async () => dataOf(await setRights(owner, id, without('exporting', 'outsideLinks'))));
    expect((await entries(harness, id)).slice(-3).map(({ action, fields }) => [action, fields])).toEqual([
      ['user.rights-taken', ['deleting', 'exporting']],
      ['user.rights-taken', ['outsideLinks']],
      ['user.rights-given', ['deleting']],
    ]);
    expect(dataOf(await other.call('me')).rights).toEqual(rights);
  });
});
