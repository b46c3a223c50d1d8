import { expect, it, vi } from 'vitest';
import type { AuditEntry, RefusedCallDetail } from '../../contract/audit-answers.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, appCode, newPerson, signInBy } from '../../test/factors.ts';
import { type Caller, expectRefusal, onEachEngine, origin, type TestHarness } from '../../test/harness.ts';
import { jpeg, slideForm } from '../../test/slides.ts';
import { flushRefusals, logRefusal, rowsPerDay, writeDueRefusals } from './refusals.ts';

const email = 'rahima@staff.example';
const password = 'six quiet herons wade';
const patience = { timeout: 20_000 };

async function openWithRahima(open: () => Promise<TestHarness>) {
  const harness = await open();
  const owner = await harness.signIn('super-admin');
  const { _id } = dataOf(await owner.call('addUser', { json: { name: 'Rahima', email, password } }));
  return { harness, owner, _id };
}

async function fail(harness: TestHarness, times: number, as = email, address?: string): Promise<void> {
  for (let time = 0; time < times; time++) {
    await harness.visitor(address).call('login', { json: { email: as, password: `wrong ${time}` } });
  }
}

/** The entries of an action once everything is written; those of one kind are one entry with their sum. */
async function refused(harness: TestHarness, owner: Caller, action: string): Promise<AuditEntry[]> {
  // Refusals after the first wait a minute for further ones.
  harness.clock.advance(60);
  const entries = new Map<string, AuditEntry>();
  for (const entry of dataOf(await owner.call('audit', { query: { action } })).entries) {
    const { times, ...detail } = entry.detail as RefusedCallDetail;
    const key = JSON.stringify([entry.actor, entry.record, detail]);
    const before = (entries.get(key)?.detail as RefusedCallDetail | undefined)?.times ?? 0;
    entries.set(key, { ...entry, detail: { ...detail, times: before + times } });
  }
  return [...entries.values()];
}

const rowsOf = async (harness: TestHarness): Promise<string> =>
  JSON.stringify(await harness.database.db.selectFrom('audit').selectAll().execute());

onEachEngine('the audit log has an entry', (open) => {
  it('for a failed sign-in, with the account, and for the lock that follows', async () => {
    const { harness, owner, _id } = await openWithRahima(open);
    await fail(harness, 5);
    expect(await refused(harness, owner, 'session.refused')).toMatchObject([
      { actor: null, record: _id, subject: { name: 'Rahima', passport: null }, detail: { times: 5 } },
    ]);
    expect(await refused(harness, owner, 'session.locked')).toMatchObject([
      { actor: null, record: _id, detail: { times: 1 } },
    ]);
    expect(dataOf(await owner.call('audit', { query: { user: 'product' } })).entries).toEqual([]);
  });

  it('for a failed sign-in under an unknown address, without anything that was typed', async () => {
    const { harness, owner } = await openWithRahima(open);
    await fail(harness, 2, 'my-secret-password@oops');
    await fail(harness, 1, 'nobody@staff.example', '198.51.100.7');
    const entries = await refused(harness, owner, 'session.refused');
    const found = entries.map(({ record, detail }) => ({ record, times: detail && 'times' in detail && detail.times }));
    // An entry that was written before the last try is written again, and then it is the newest.
    expect(new Set(found)).toEqual(
      new Set([
        { record: null, times: 1 },
        { record: null, times: 2 },
      ]),
    );
    const origins = entries.map(({ detail }) => detail && 'origin' in detail && detail.origin);
    expect(new Set(origins).size).toBe(2);
    expect(await rowsOf(harness)).not.toMatch(/secret|oops|nobody|wrong|198\.51|203\.0/);
  });

  it('for the right password without the second step, at a sign-in and to confirm one, and not as a failed sign-in', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const person = await newPerson(harness);
    const { secret } = await addApp(harness, person);
    const wrong = { email: person.email, password: 'wrong' };
    expectRefusal(await harness.visitor('198.51.100.7').call('login', { json: wrong }), 401, 'invalid_credentials');
    for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.7']) {
      expectRefusal(await signInBy(harness.visitor(address), person.email), 401, 'second_factor_required');
    }
    const atSignIn = await refused(harness, owner, 'factor.awaited');
    expect(atSignIn).toHaveLength(2);
    for (const times of [1, 2]) {
      expect(atSignIn).toContainEqual(
        expect.objectContaining({
          actor: null,
          record: person.id,
          subject: { name: 'rahima', passport: null },
          detail: { times, origin: expect.stringMatching(/^[0-9a-f]{12}$/) },
        }),
      );
    }
    // The mark of the origin is that of a failed sign-in from there.
    const once = atSignIn.map(({ detail }) => detail).filter((detail) => (detail as RefusedCallDetail).times === 1);
    const failed = await refused(harness, owner, 'session.refused');
    expect(failed.map(({ record, detail }) => ({ record, detail }))).toEqual([{ record: person.id, detail: once[0] }]);
    expect(dataOf(await owner.call('audit', { query: { user: 'product' } })).entries).toEqual([]);

    expect((await signInBy(person, person.email, appCode(harness, secret, 1))).ok).toBe(true);
    expectRefusal(await person.call('confirm', { json: { password } }), 400, 'code_required');
    const confirming = (await refused(harness, owner, 'factor.awaited')).filter(({ actor }) => actor);
    expect(confirming).toMatchObject([
      { actor: { _id: person.id }, record: person.id, detail: { times: 1, origin: expect.any(String) } },
    ]);
    expect(await rowsOf(harness)).not.toMatch(/herons|wrong|198\.51|203\.0/);
  });

  it('for a wrong present password, by whom', async () => {
    const { harness, owner, _id } = await openWithRahima(open);
    const rahima = harness.visitor();
    dataOf(await rahima.call('login', { json: { email, password } }));
    const json = { current: 'wrong', password: 'eight slow boats pass', confirmPassword: 'eight slow boats pass' };
    expectRefusal(await rahima.call('changePassword', { json }), 400, 'wrong_current_password');
    expect(await refused(harness, owner, 'password.refused')).toMatchObject([
      { actor: { _id, name: 'Rahima' }, record: _id, detail: { times: 1 } },
    ]);
    expect(await rowsOf(harness)).not.toMatch(/herons|boats/);
  });

  it('for calls that the role does not allow, for those whose right was taken, and for those that another site sent', async () => {
    const { harness, owner } = await openWithRahima(open);
    const clerk = await harness.signIn('admin');
    for (const id of ['a', 'b', 'c']) await clerk.call('deleteUser', { params: { id: id.repeat(24) } });
    dataOf(await owner.call('setRights', { params: { id: clerk.accountId }, json: { rights: [] } }));
    expectRefusal(await clerk.call('deleteApplication', { params: { id: 'd'.repeat(24) } }), 403, 'right_missing');
    const linked = slideForm({ thumbnail: 'Study', link: 'https://visas.example/' }, jpeg);
    expectRefusal(await clerk.call('addSlide', { form: linked }), 403, 'outside_link_not_allowed');
    await clerk.request('/api/slider/addSlider', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    // Its path also has the shape of one with an id.
    await clerk.request('/api/application/assign', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    await clerk.request('/api/unheard/of', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    // The entries are written in the background; the answers do not wait for them.
    const entries = await vi.waitFor(async () => {
      const entries = await refused(harness, owner, 'call.refused');
      expect(entries.reduce((sum, { detail }) => sum + (detail as RefusedCallDetail).times, 0)).toBe(7);
      return entries;
    }, patience);
    // An entry that was written before the last try is written again, and then it is the newest.
    expect(new Set(entries.map(({ actor, record, detail }) => ({ who: actor?._id, record, detail })))).toEqual(
      new Set([
        {
          who: clerk.accountId,
          record: null,
          detail: { times: 1, call: 'POST /api/application/assign', code: 'cross_site' },
        },
        {
          who: clerk.accountId,
          record: null,
          detail: { times: 1, call: 'POST /api/slider/addSlider', code: 'cross_site' },
        },
        {
          who: clerk.accountId,
          record: null,
          detail: { times: 1, call: 'DELETE /api/application/deleteApplication/{id}', code: 'right_missing' },
        },
        {
          who: clerk.accountId,
          record: null,
          detail: { times: 1, call: 'POST /api/slider/addSlider', code: 'outside_link_not_allowed' },
        },
        {
          who: clerk.accountId,
          record: null,
          detail: { times: 3, call: 'DELETE /api/users/delete_user/{id}', code: 'forbidden' },
        },
      ]),
    );
  });

  it('for no other refusal, and for no caller who is not signed in', async () => {
    const { harness, owner } = await openWithRahima(open);
    const visitor = harness.visitor();
    await visitor.call('users');
    await visitor.request('/api/users/add_user', { method: 'POST', headers: { origin: `${origin}.evil` } });
    await owner.call('deleteUser', { params: { id: 'e'.repeat(24) } });
    await owner.call('addUser', { json: {} });
    expect(await refused(harness, owner, 'call.refused')).toEqual([]);
  });
});

onEachEngine('a flood of refusals', (open) => {
  it('has few entries, and every refusal is counted in one', async () => {
    const { harness } = await openWithRahima(open);
    const account = 'f'.repeat(24);
    const days = 2;
    // One account is attacked all day, by strangers who never use an address twice.
    for (let second = 0; second < days * 86_400; second += 30) {
      logRefusal(harness, { action: 'session.refused', record: account, actor: null });
      logRefusal(harness, { action: 'session.refused', record: null, actor: null, detail: { origin: `${second}` } });
      harness.clock.advance(30);
      if (second % 600 === 0) await writeDueRefusals(harness);
    }
    await flushRefusals(harness);
    const rows = await harness.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'session.refused')
      .execute();
    const times = rows.reduce((sum, { detail }) => sum + JSON.parse(detail ?? '').times, 0);
    expect(times).toBe((2 * days * 86_400) / 30);
    expect(rows.length).toBeLessThanOrEqual((days + 1) * (rowsPerDay + 100));
    const ofAccount = await harness.database.db
      .selectFrom('audit')
      .select('id')
      .where('record', '=', account)
      .execute();
    expect(ofAccount.length).toBeLessThanOrEqual(days * 24 + 10);
  });

  it('from very many origins hides neither whose call was refused nor for which account a sign-in was', async () => {
    const { harness, _id } = await openWithRahima(open);
    const clerk = { id: 'c'.repeat(24), name: 'Karim' };
    for (let number = 0; number < 120; number++) {
      logRefusal(harness, { action: 'session.refused', record: null, actor: null, detail: { origin: `${number}` } });
    }
    const detail = { call: 'GET /api/users', code: 'forbidden' };
    logRefusal(harness, { action: 'call.refused', record: null, actor: clerk, detail });
    logRefusal(harness, { action: 'session.refused', record: _id, actor: null, detail: { origin: 'another' } });
    await flushRefusals(harness);
    const rows = await harness.database.db
      .selectFrom('audit')
      .select(['action', 'record', 'actorId', 'detail'])
      .where('action', 'in', ['call.refused', 'session.refused'])
      .execute();
    expect(rows.filter(({ record, actorId }) => record !== null || actorId !== null)).toEqual([
      { action: 'call.refused', record: null, actorId: clerk.id, detail: '{"times":1}' },
      { action: 'session.refused', record: _id, actorId: null, detail: '{"times":1}' },
    ]);
    expect(rows).toHaveLength(103);
  });

  it('that has used up the rows of a day has one entry an hour for each account', async () => {
    const { harness } = await openWithRahima(open);
    const [hours, account] = [6, 'f'.repeat(24)];
    for (let number = 0; number < 1.2 * rowsPerDay; number++) {
      logRefusal(harness, { action: 'session.refused', record: null, actor: null, detail: { origin: `${number}` } });
      if (number % 50 > 0) continue;
      await writeDueRefusals(harness);
      harness.clock.advance(60);
    }
    // Each try comes when the wait of a minute after the one before is over.
    for (let minute = 0; minute < 60 * hours; minute += 2) {
      logRefusal(harness, { action: 'session.refused', record: account, actor: null, detail: { origin: `${minute}` } });
      await writeDueRefusals(harness);
      harness.clock.advance(120);
      await writeDueRefusals(harness);
    }
    await flushRefusals(harness);
    const rows = await harness.database.db.selectFrom('audit').select('detail').where('record', '=', account).execute();
    expect(rows.reduce((sum, { detail }) => sum + JSON.parse(detail ?? '').times, 0)).toBe(30 * hours);
    expect(rows.length).toBeLessThanOrEqual(hours + 1);
  });

  it('that the database could not store yet is written once it can', async () => {
    const { harness, owner } = await openWithRahima(open);
    logRefusal(harness, { action: 'session.locked', record: 'f'.repeat(24), actor: null });
    const { syncedOffThread } = harness.database;
    harness.database.syncedOffThread = () => Promise.reject(new Error('not now'));
    await expect(writeDueRefusals(harness)).rejects.toThrow('not now');
    harness.database.syncedOffThread = syncedOffThread;
    expect(await refused(harness, owner, 'session.locked')).toMatchObject([{ detail: { times: 1 } }]);
  });
});
