import { expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { finishedImport, runImportJob } from '../../test/import-runs.ts';
import { deleteSome, insertApplications, insertCopies } from '../../test/rows.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { purgeApplications } from './removal.ts';

async function addMany(harness: TestHarness, staff: Caller, count: number): Promise<Application[]> {
  const added: Application[] = [];
  for (let at = 0; at < count; at++) {
    harness.clock.advance(1);
    added.push(await addApplication(staff));
  }
  return added;
}

async function list(staff: Caller, query: Record<string, string | number> = {}) {
  return dataOf(await staff.call('applications', { query }));
}

const ids = (applications: { _id: string }[]) => applications.map((one) => one._id);

onEachEngine('lists of applications', (open) => {
  test('the newest ten come first, with the true total and number of pages', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addMany(harness, staff, 12);
    const first = await list(staff);
    expect(ids(first.applications)).toEqual(ids(added).reverse().slice(0, 10));
    expect([first.totalApplication, first.totalPages]).toEqual([12, 2]);
    expect(ids((await list(staff, { page: 2 })).applications)).toEqual(ids(added).reverse().slice(10));
    expect((await list(staff, { page: 3 })).applications).toEqual([]);
    expect(await list(staff, { from: '', to: '', collect: '' })).toEqual(first);
    expect(ids((await list(staff, { limit: '৩', page: 2 })).applications)).toEqual(ids(added).reverse().slice(3, 6));
    for (const limit of [51, 1000, '9'.repeat(30)]) expect((await list(staff, { limit })).totalPages).toBe(1);
    expect((await list(staff, { page: '9'.repeat(30) })).applications).toEqual([]);
  });

  test('a walk can return to a moment when the list was empty', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const nothing = await list(staff);
    expect(nothing).toEqual({ applications: [], totalApplication: 0, totalPages: 0, asOf: nothing.asOf });
    await addApplication(staff);
    expect(await list(staff, { asOf: nothing.asOf })).toEqual(nothing);
  });

  test('an invalid page, limit, status, sort, date or flag is refused', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const queries = [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=abc',
      'page=',
      'page=1e3',
      'limit=0',
      'limit=x',
      'page=1&page=2',
      'limit[]=5',
      'status=approved',
      'status=',
      'sort=dob',
      'sort=__proto__',
      'order=up',
      'from=2026-02-30',
      'to=soon',
      'to=9999-12-31',
      'late=yes',
      'collect=1',
      'deleted=2',
      'asOf=-1',
      'asOf=999999',
      'search=a&search=b',
    ];
    for (const query of queries) {
      const response = await staff.request(`/api/application/fetchApplication?${query}`);
      expect([query, response.status]).toEqual([query, query === 'limit[]=5' ? 200 : 400]);
    }
  });

  test('the search by JSON answers like the one by query, only to staff on this site, and writes nothing', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const [first, second] = await addMany(harness, staff, 2);
    const search = (json: unknown, caller: Caller = staff) => caller.call('searchApplications', { json });
    const { passport } = first as Application;
    await withoutTrace(harness, async () => {
      expect(dataOf(await staff.call('searchApplications'))).toEqual(await list(staff));
      const found = dataOf(await search({ search: passport.toLowerCase(), status: 'Pending', from: '', page: '১' }));
      expect(found).toEqual(await list(staff, { search: passport }));
      expect(ids(found.applications)).toEqual(ids([first as Application]));
      const page = dataOf(await search({ page: 2, limit: 1, asOf: found.asOf, sort: 'createdAt', order: 'asc' }));
      expect(ids(page.applications)).toEqual(ids([second as Application]));
      expect(dataOf(await search({ late: '1' })).applications).toEqual([]);
      for (const wrong of [
        { page: 0 },
        { page: 1.5 },
        { page: [1] },
        { limit: null },
        { status: 'approved' },
        { late: true },
        { search: ['a'] },
        { search: 1 },
        { search: 'a'.repeat(501) },
        { deleted: '' },
        { asOf: 999_999 },
      ]) {
        expect([wrong, (await search(wrong)).status]).toEqual([wrong, 400]);
      }
      expectRefusal(await search({}, harness.visitor()), 401, 'unauthorized');
      const headers = { 'sec-fetch-site': 'cross-site' };
      expectRefusal(await staff.call('searchApplications', { json: {}, headers }), 403, 'cross_site');
    });
  });

  test('search finds text contained in the passport, however it is written, with the true total', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const passports = ['AB1234567', 'XAB123456', 'CD9912345', 'Z%_\\"9*0'];
    for (const passport of passports) await addApplication(staff, { passport });
    const find = async (search: string) => {
      const { applications, totalApplication } = await list(staff, { search });
      expect(totalApplication).toBe(applications.length);
      return applications.map((one) => one.passport).sort();
    };
    expect(await find('ab1')).toEqual(['AB1234567', 'XAB123456']);
    expect(await find(' ab-1 ')).toEqual(['AB1234567', 'XAB123456']);
    expect(await find('১২৩৪৫')).toEqual(['AB1234567', 'CD9912345', 'XAB123456']);
    expect(await find('1234567')).toEqual(['AB1234567']);
    expect(await find('b1')).toEqual(['AB1234567', 'XAB123456']);
    expect(await find('9')).toEqual(['CD9912345', 'Z%_\\"9*0']);
    for (const literal of ['%', '_', '%_', '\\', '"', '*', '%_\\', '_\\"', '"9*'])
      expect(await find(literal), literal).toEqual(['Z%_\\"9*0']);
    expect(await find('AB_1')).toEqual([]);
    expect(await find('AB%7')).toEqual([]);
    expect(await find('"')).toEqual(['Z%_\\"9*0']);
    expect(await find('nothing OR AB1')).toEqual([]);
  });

  test('search follows an edited passport and combines with a status', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const one = await addApplication(staff, { passport: 'QQ1111111' });
    await addApplication(staff, { passport: 'QQ2222222' });
    const form = new FormData();
    form.set('passport', 'RR3333333');
    await staff.call('updateApplication', { params: { id: one._id }, form });
    await staff.call('approve', { params: { id: one._id } });
    expect((await list(staff, { search: 'QQ1' })).totalApplication).toBe(0);
    expect(ids((await list(staff, { search: 'rr3' })).applications)).toEqual([one._id]);
    expect((await list(staff, { search: 'RR3', status: 'Pending' })).totalApplication).toBe(0);
    expect((await list(staff, { search: 'RR3', status: 'Approved' })).totalApplication).toBe(1);
  });

  test('each sort has both orders', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    for (const [givenN, passport] of [
      ['babul', 'C1'],
      ['Anis', 'B1'],
      ['Champa', 'A1'],
    ] as const)
      await addApplication(staff, { givenN, passport });
    const names = async (query: Record<string, string>) =>
      (await list(staff, query)).applications.map((one) => one.givenN);
    expect(await names({ sort: 'givenN' })).toEqual(['Anis', 'babul', 'Champa']);
    expect(await names({ sort: 'givenN', order: 'desc' })).toEqual(['Champa', 'babul', 'Anis']);
    expect(await names({ sort: 'passport' })).toEqual(['Champa', 'Anis', 'babul']);
    expect(await names({ sort: 'createdAt', order: 'asc' })).toEqual(['babul', 'Anis', 'Champa']);
    expect(await names({ sort: 'createdAt' })).toEqual(['Champa', 'Anis', 'babul']);
    expect(await names({ sort: 'isStatus', order: 'desc' })).toHaveLength(3);
  });

  test('arrival filters are days of Dhaka, and late means pending for more than five weeks', async () => {
    const harness = await open();
    harness.clock.now = new Date('2026-01-31T17:59:59.000Z');
    const staff = await harness.signIn('admin');
    const january = await addApplication(staff);
    harness.clock.now = new Date('2026-01-31T18:00:00.000Z');
    const february = await addApplication(staff);
    expect(ids((await list(staff, { to: '2026-01-31' })).applications)).toEqual([january._id]);
    expect(ids((await list(staff, { from: '2026-02-01' })).applications)).toEqual([february._id]);
    expect((await list(staff, { from: '2026-01-31', to: '2026-02-01' })).totalApplication).toBe(2);
    expect((await list(staff, { from: '1000-01-01', to: '9998-12-31' })).totalApplication).toBe(2);
    harness.clock.now = new Date('2026-03-08T06:00:00.000Z');
    const later = await harness.signIn('admin');
    expect(ids((await list(later, { late: 1 })).applications)).toEqual([january._id]);
    await later.call('approve', {
      params: { id: january._id },
      json: { date: '2026-03-06', collectDate: '2026-03-08' },
    });
    expect((await list(later, { late: 1 })).totalApplication).toBe(0);
    // A date that is only expected is in the list of that day, but nobody collects a visa then.
    await later.call('setPending', { params: { id: february._id }, json: { date: '2026-03-08' } });
    const collect = { collect: '2026-03-08' };
    expect(ids((await list(later, collect)).applications)).toEqual([february._id, january._id]);
    expect(ids((await list(later, { ...collect, status: 'Approved' })).applications)).toEqual([january._id]);
    expect(dataOf(await later.call('applicationSummary'))).toEqual({
      total: 2,
      byStatus: { Pending: 1, Approved: 1, Rejected: 0 },
      arrivals: [
        { month: '2026-01', count: 1 },
        { month: '2026-02', count: 1 },
      ],
      late: 0,
      collectToday: 1,
      guessed: 0,
      mine: 0,
      unassigned: 1,
      missing: { Pending: 1, Approved: 1, Rejected: 0 },
      backupLate: null,
      bulkReaders: null,
    });
  });

  test('totals stay correct through additions, decisions, deletions and restores', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addMany(harness, staff, 6);
    const params = (at: number) => ({ params: { id: added[at]?._id ?? '' } });
    await staff.call('approve', params(0));
    await staff.call('reject', params(1));
    await staff.call('approve', params(1));
    await staff.call('deleteApplication', params(0));
    await staff.call('deleteApplication', params(2));
    await staff.call('restoreApplication', params(2));
    await Promise.all([3, 4, 5].map((at) => staff.call('reject', params(at))));
    const { total, byStatus } = dataOf(await staff.call('applicationSummary'));
    expect({ total, byStatus }).toEqual({ total: 5, byStatus: { Pending: 1, Approved: 1, Rejected: 3 } });
    for (const status of ['Pending', 'Approved', 'Rejected'] as const) {
      const page = await list(staff, { status });
      expect([status, page.totalApplication, page.applications.length]).toEqual([
        status,
        byStatus[status],
        byStatus[status],
      ]);
    }
  });

  test('deep pages of a long list are the same as those of a walk, with any filter and order', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 400, { deletedEvery: 7, apart: 250 });
    for (const query of [
      {},
      { status: 'Pending' },
      { order: 'asc' },
      { sort: 'passport' },
      { sort: 'givenN', order: 'desc' },
    ] as Record<string, string>[]) {
      const whole: string[] = [];
      const { totalPages, totalApplication } = await list(staff, { ...query, limit: 50 });
      for (let page = 1; page <= totalPages; page++)
        whole.push(...ids((await list(staff, { ...query, limit: 50, page })).applications));
      expect(new Set(whole).size).toBe(totalApplication);
      const sort = { passport: 'passportKey', givenN: 'givenNameKey' }[query.sort ?? ''] ?? 'sequence';
      const order = query.order === 'asc' || (query.sort && !query.order) ? 'asc' : 'desc';
      let rows = harness.database.db
        .selectFrom('application')
        .select('id')
        .where('deletedAt', 'is', null)
        .orderBy(sort as 'sequence', order)
        .orderBy('sequence', order);
      if (query.status) rows = rows.where('status', '=', 'Pending');
      expect(whole).toEqual((await rows.execute()).map((row) => row.id));
    }
  }, 120_000);

  test('a walk with asOf sees each live or deleted record of that moment once while others come, go and return', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 300, { deletedEvery: 11, apart: 250 });
    const rows = await harness.database.db
      .selectFrom('application')
      .select(['id', 'deletedAt'])
      .orderBy('sequence')
      .execute();
    const live = rows.filter((row) => !row.deletedAt).map((row) => row.id);
    const gone = rows.filter((row) => row.deletedAt).map((row) => row.id);
    const { asOf, totalPages } = await list(staff, { limit: 50 });
    const [seen, seenDeleted]: [string[], string[]] = [[], []];
    for (let page = 1; page <= totalPages; page++) {
      const answer = await list(staff, { limit: 50, page, asOf });
      expect(answer.totalApplication).toBe(live.length);
      seen.push(...ids(answer.applications));
      const deleted = await list(staff, { limit: 5, page, asOf, deleted: 1 });
      expect(deleted.totalApplication).toBe(gone.length);
      seenDeleted.push(...ids(deleted.applications));
      await addApplication(staff);
      for (const at of [page * 7, page * 31, live.length - page])
        await staff.call('deleteApplication', { params: { id: live[at] ?? '' } });
      await staff.call('restoreApplication', { params: { id: gone[page] ?? '' } });
      if (page % 2) await staff.call('restoreApplication', { params: { id: live[page * 7] ?? '' } });
    }
    expect(seen).toEqual(live.toReversed());
    expect(seenDeleted).toEqual(gone.toReversed());
  }, 120_000);

  test('a walk sees each record once while others come and go without a pause, between its pages and within them', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 300, { apart: 40 });
    const old = ids((await list(staff, { limit: 50 })).applications);
    for (let page = 2; page <= 6; page++) old.push(...ids((await list(staff, { limit: 50, page })).applications));
    let isWalking = true;
    const others = Array.from({ length: 3 }, async () => {
      while (isWalking) {
        const { _id: id } = await addApplication(staff);
        await staff.call('deleteApplication', { params: { id } });
      }
    });
    try {
      for (let walk = 0; walk < 4; walk++) {
        const { asOf, totalPages, ...first } = await list(staff, { limit: 50 });
        const seen = ids(first.applications);
        for (let page = 2; page <= totalPages; page++)
          seen.push(...ids((await list(staff, { limit: 50, page, asOf })).applications));
        expect(seen.filter((id) => old.includes(id))).toEqual(old);
        expect(new Set(seen).size).toBe(seen.length);
      }
    } finally {
      isWalking = false;
      await Promise.all(others);
    }
  }, 120_000);

  test('a walk must begin again once a record that it would have shown is gone for good, however it went', async () => {
    const harness = await open();
    const staff = await harness.signIn('super-admin');
    await insertApplications(harness, 30);
    const walkTo = async (page: number, asOf: number) =>
      staff.call('applications', { query: { limit: 10, page, asOf } });
    const refused = async (asOf: number) => expectRefusal(await walkTo(2, asOf), 400, 'invalid_filter');
    const goesOn = async (asOf: number) => expect((await walkTo(2, asOf)).status).toBe(200);
    const begin = async () => (await list(staff, { limit: 10 })).asOf;
    const [erased = '', deleted = ''] = ids((await list(staff, { limit: 10 })).applications);
    const erase = async (id: string) =>
      dataOf(await staff.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));

    const atFirst = await begin();
    await erase(erased);
    await refused(atFirst);

    // A walk that began after the deletion never had the record.
    const before = await begin();
    dataOf(await staff.call('deleteApplication', { params: { id: deleted } }));
    const after = await begin();
    await addApplication(staff);
    await goesOn(before);
    await erase(deleted);
    await refused(before);
    await goesOn(after);

    const run = await finishedImport(harness, staff, [
      headingsInEnglish,
      ...Array.from({ length: 3 }, (_, at) => rowOf(at)),
    ]);
    const withImported = await begin();
    await addApplication(staff);
    dataOf(await staff.call('undoImport', { params: { id: run._id } }));
    await goesOn(withImported);
    await runImportJob(harness);
    await refused(withImported);
  });

  test('a walk goes on after a purge, unless it began before the deletion of what was purged', async () => {
    const harness = await open();
    const early = await harness.signIn('admin');
    await insertApplications(harness, 30);
    const { asOf: before, applications } = await list(early, { limit: 10 });
    dataOf(await early.call('deleteApplication', { params: { id: applications[0]?._id ?? '' } }));
    harness.clock.advance(limits.restoreDays * 86_400 + 1);
    const staff = await harness.signIn('admin');
    const { asOf } = await list(staff, { limit: 10 });
    await addApplication(staff);
    await purgeApplications(systemContext(harness));
    const { applications: rest, totalApplication } = await list(staff, { limit: 10, page: 3, asOf });
    expect([rest.length, totalApplication]).toEqual([9, 29]);
    expectRefusal(await staff.call('applications', { query: { page: 2, asOf: before } }), 400, 'invalid_filter');
  });

  test('a walk must begin again once more than ten thousand records have left it', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 1);
    await insertCopies(harness, 10_001);
    await deleteSome(harness, 10_002, 1);
    const query = (asOf: number) => ({ query: { asOf } });
    expectRefusal(await staff.call('applications', query(10_002)), 400, 'invalid_filter');
    expect(dataOf(await staff.call('applications', query(10_004))).totalApplication).toBe(10_000);
  }, 120_000);
});
