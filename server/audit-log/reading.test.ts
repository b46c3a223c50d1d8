import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/audit-answers.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { statementsOf } from '../../test/round-trips.ts';
import { jpeg, slideForm } from '../../test/slides.ts';
import { purgeApplications } from '../applications/removal.ts';
import { systemContext } from '../context.ts';

type Query = Record<string, string | number>;

const entriesFor = async (owner: Caller, query: Query): Promise<AuditEntry[]> =>
  dataOf(await owner.call('audit', { query })).entries;

/** The actions in the answers to both calls, oldest first. */
async function found(owner: Caller, query: Query): Promise<string[]> {
  const byGet = dataOf(await owner.call('audit', { query }));
  const byPost = dataOf(await owner.call('searchAudit', { json: query }));
  expect(byPost).toEqual(byGet);
  expect(byGet.total).toBe(byGet.entries.length);
  return byGet.entries.map(({ action }) => action).reverse();
}

onEachEngine('an entry of the audit log', (open) => {
  it('names its record as it is now, and nothing once that is erased', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    const { _id: id } = await addApplication(clerk, { givenN: 'Rahima', surname: 'Khatun', passport: 'AB1234567' });
    const subject = async () => (await entriesFor(owner, { record: id }))[0]?.subject;
    expect(await subject()).toEqual({ name: 'Rahima Khatun', passport: 'AB1234567' });
    dataOf(
      await clerk.call('updateApplication', { params: { id }, json: { surname: 'Begum', passport: 'CD7654321' } }),
    );
    expect((await entriesFor(owner, { record: id })).map((entry) => entry.subject)).toEqual([
      { name: 'Rahima Begum', passport: 'CD7654321' },
      { name: 'Rahima Begum', passport: 'CD7654321' },
    ]);
    dataOf(await clerk.call('deleteApplication', { params: { id } }));
    expect(await subject()).toEqual({ name: 'Rahima Begum', passport: 'CD7654321' });
    harness.clock.advance((limits.restoreDays + 1) * 86_400);
    await purgeApplications(systemContext(harness));
    const again = await harness.signIn('super-admin');
    const erased = await entriesFor(again, { record: id });
    expect(erased.map(({ action }) => action)).toContain('application.purged');
    expect(erased.map((entry) => entry.subject)).toEqual(erased.map(() => null));
    const rows = await harness.database.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/Begum|CD7654321/);
  });

  it('names a person and a slide, and a deleted person by the former name', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const json = { name: 'Gone Soon', email: 'gone@office.example', password: 'nine loud geese land' };
    const { _id } = dataOf(await owner.call('addUser', { json }));
    const gone = harness.visitor();
    dataOf(await gone.call('login', { json }));
    const slide = dataOf(await gone.call('addSlide', { form: slideForm({ thumbnail: 'Work in Canada' }, jpeg) }));
    dataOf(await owner.call('deleteUser', { params: { id: _id } }));
    const ofSlide = await entriesFor(owner, { record: slide._id });
    expect(ofSlide).toMatchObject([
      { actor: { _id, name: 'Gone Soon' }, subject: { name: 'Work in Canada', passport: null } },
    ]);
    expect((await entriesFor(owner, { record: _id })).map((entry) => entry.subject?.name)).toEqual(
      Array(3).fill('Gone Soon'),
    );
    const people = dataOf(await owner.call('auditPeople'));
    expect(people.find((one) => one._id === _id)).toEqual({
      _id,
      name: 'Gone Soon',
      deletedAt: '2026-03-10T06:00:00.000Z',
    });
    dataOf(await owner.call('deleteSlide', { params: { id: slide._id } }));
    expect((await entriesFor(owner, { record: slide._id }))[0]?.subject).toBeNull();
  });

  it('has the result of a decision, and nothing of its reason', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    const params = { id };
    const json = { date: '2026-03-10', collectDate: '2026-03-15', note: 'Heron seen.', reason: 'Heron heard.' };
    dataOf(await owner.call('approve', { params, json }));
    dataOf(await owner.call('withdrawDecision', { params, json: { reason: 'Heron flown.' } }));
    const entries = await entriesFor(owner, { record: id });
    expect(entries.map(({ detail }) => detail)).toEqual([
      { status: 'Pending', pending: null, approve: null },
      { status: 'Approved', pending: '2026-03-15', approve: '2026-03-10' },
      null,
    ]);
    expect(JSON.stringify(entries)).not.toContain('Heron');
  });

  it('needs as many statements for a page of ten records as for a page of one', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const first = await addApplication(owner);
    const one = await statementsOf(harness, () => entriesFor(owner, { record: first._id }));
    for (let time = 0; time < 9; time++) await addApplication(owner);
    const query = { action: 'application.added' };
    expect(new Set((await entriesFor(owner, query)).map(({ record }) => record)).size).toBe(10);
    expect(await statementsOf(harness, () => entriesFor(owner, query))).toBeLessThanOrEqual(one);
    expect(one).toBeGreaterThan(0);
  });
});

onEachEngine('the audit log is filtered', (open) => {
  async function openWithTwo(): Promise<{
    owner: Caller;
    clerk: Caller & { accountId: string };
    harness: TestHarness;
  }> {
    const harness = await open();
    const clerk = await harness.signIn('admin');
    const rahima = await addApplication(clerk, { givenN: 'Rahima', surname: 'Khatun', passport: 'AB1234567' });
    harness.clock.advance(86_400);
    const again = await harness.signIn('super-admin');
    const salma = await addApplication(again, { givenN: 'Salma', surname: 'Akter', passport: 'EF1230000' });
    dataOf(await again.call('approve', { params: { id: rahima._id } }));
    dataOf(await again.call('deleteApplication', { params: { id: salma._id } }));
    return { owner: again, clerk, harness };
  }
  const all = ['application.added', 'application.added', 'application.decided', 'application.deleted'];

  it('by passport, by the start of a name, by person, action and days, and by all at once', async () => {
    const { owner, clerk } = await openWithTwo();
    expect(await found(owner, {})).toEqual(all);
    for (const search of ['ab 12345', 'B123', 'rahima', 'Rahima Kha', 'khat', 'KHATUN', 'Khatun rah']) {
      expect(await found(owner, { search }), search).toEqual(['application.added', 'application.decided']);
    }
    // Deleted ones are found, too.
    for (const search of ['EF123', 'salma akter', 'akter']) {
      expect(await found(owner, { search }), search).toEqual(['application.added', 'application.deleted']);
    }
    expect(await found(owner, { search: '123' })).toEqual(all);
    // What has no visible character is no search.
    for (const search of [' ', '\0', '\u200b']) expect(await found(owner, { search })).toEqual(await found(owner, {}));
    for (const search of ['hatun', 'Salma Khatun', 'nobody', "x' or 1=1 --", '%', '_']) {
      expect(await found(owner, { search }), search).toEqual([]);
    }
    expect(await found(owner, { action: 'application.decided' })).toEqual(['application.decided']);
    expect(await found(owner, { to: '2026-03-10' })).toEqual(all.slice(0, 1));
    expect(await found(owner, { from: '2026-03-11', to: '2026-03-11' })).toEqual(all.slice(1));
    expect(await found(owner, { from: '2026-03-12' })).toEqual([]);
    expect(await found(owner, { user: clerk.accountId, search: '123' })).toEqual(all.slice(0, 1));
    const query = { search: 'AB1234567', action: 'application.decided', from: '2026-03-11', to: '2026-03-11' };
    expect(await found(owner, query)).toEqual(['application.decided']);
    expect(await found(owner, { ...query, user: clerk.accountId })).toEqual([]);
    expect(await found(owner, { search: 'Staff', action: 'application.added' })).toEqual([]);
  });

  it('by days of Dhaka, and a walk over the pages meets each entry once', async () => {
    const harness = await open();
    const rows = Array.from({ length: 34 }, (_, at) => ({
      id: String(at).padStart(24, '0'),
      // Four minutes before midnight in Dhaka, which is 18:00 in UTC.
      at: new Date(Date.UTC(2026, 2, 10, 17, 56 + at)).toISOString(),
      actorId: null,
      actorName: null,
      action: 'key.replaced',
      record: null,
      fields: '[]',
      detail: null,
    }));
    await harness.database.db.insertInto('audit').values(rows).execute();
    const owner = await harness.signIn('super-admin');
    expect(dataOf(await owner.call('audit', { query: { to: '2026-03-10' } })).total).toBe(4);
    const seen: string[] = [];
    for (let page = 1; page <= 3; page++) {
      seen.push(...(await entriesFor(owner, { from: '2026-03-11', page })).map(({ _id }) => _id));
    }
    expect(seen).toEqual(
      rows
        .slice(4)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  describe('by valid filters only', () => {
    it('in the same way by GET and by POST', async () => {
      const harness = await open();
      const owner = await harness.signIn('super-admin');
      const wrong = {
        invalid_id: [{ user: 'x' }, { record: '1' }],
        invalid_filter: [{ action: 'application.eaten' }, { action: '' }, { from: '2026-02-30' }, { to: 'yesterday' }],
        invalid_search: [{ search: 'x'.repeat(limits.textLengthMax + 1) }],
        invalid_page: [{ page: 0 }, { page: 'x' }],
      };
      for (const [code, queries] of Object.entries(wrong)) {
        for (const query of queries) {
          const [[field = ''] = []] = Object.entries(query);
          for (const answer of [
            await owner.call('audit', { query: query as Query }),
            await owner.call('searchAudit', { json: query }),
          ]) {
            expectRefusal(answer, 400, 'bad_request');
            expect(answer.ok || answer.error.errorCodes, JSON.stringify(query)).toEqual({ [field]: code });
          }
        }
      }
      for (const json of [{ search: 1 }, { search: ['AB'] }, { from: {} }]) {
        expectRefusal(await owner.call('searchAudit', { json }), 400, 'bad_request');
      }
    });
  });

  it('for the super admin alone', async () => {
    const harness = await open();
    await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    for (const name of ['audit', 'searchAudit', 'auditPeople'] as const) {
      expectRefusal(await harness.visitor().call(name), 401, 'unauthorized');
      expectRefusal(await clerk.call(name), 403, 'forbidden');
    }
  });
});
