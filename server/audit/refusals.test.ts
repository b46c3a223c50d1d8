import { expect, it, vi } from 'vitest';
import type { AuditEntry, RefusedCallDetail } from '../../contract/audit-answers.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, origin, type TestHarness } from '../../test/harness.ts';
import { flushRefusals, logRefusal, rowsPerDay, writeDueRefusals } from './refusals.ts';

const email = 'rahima@staff.example';
const password = 'six quiet herons wade';

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
    expect(
      entries.map(({ record, detail }) => ({ record, times: detail && 'times' in detail && detail.times })),
    ).toEqual([
      { record: null, times: 1 },
      { record: null, times: 2 },
    ]);
    const origins = entries.map(({ detail }) => detail && 'origin' in detail && detail.origin);
    expect(new Set(origins).size).toBe(2);
    expect(await rowsOf(harness)).not.toMatch(/secret|oops|nobody|wrong|198\.51|203\.0/);
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
    await clerk.request('/api/slider/addSlider', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    // Its path also has the shape of one with an id.
    await clerk.request('/api/application/assign', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    await clerk.request('/api/unheard/of', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    // The entries are written in the background; the answers do not wait for them.
    const entries = await vi.waitFor(async () => {
      const entries = await refused(harness, owner, 'call.refused');
      expect(entries.reduce((sum, { detail }) => sum + (detail as RefusedCallDetail).times, 0)).toBe(6);
      return entries;
    });
    expect(entries.map(({ actor, record, detail }) => ({ who: actor?._id, record, detail }))).toEqual([
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
        detail: { times: 3, call: 'DELETE /api/users/delete_user/{id}', code: 'forbidden' },
      },
    ]);
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
