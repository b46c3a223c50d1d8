import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ListedApplication } from '../../contract/answers.ts';
import { addApplication as add, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine } from '../../test/harness.ts';
import { insertApplications } from '../../test/rows.ts';
import { systemContext } from '../context.ts';
import { checkTallies } from './check.ts';
import { matchesOf } from './matches.ts';
import { fillSearchKeys } from './search-key-backfill.ts';
import { searchTermsOf } from './search-terms.ts';

const rahman = {
  surname: 'Rahman',
  givenN: 'Md. Abdul',
  passport: 'QA1111111',
  phone: '01712345678',
  email: 'abdul.r@example.com',
  nationalId: '1985 1234567890123',
};
const chowdhury = {
  surname: 'চৌধুরী',
  givenN: 'রহিমা আক্তার',
  passport: 'QB2222222',
  phone: '8801898765432',
  email: 'rohmana@example.org',
  nationalId: '5551112223',
};

async function find(staff: Caller, text: string, more: object = {}) {
  const { applications, totalApplication } = dataOf(
    await staff.call('searchApplications', { json: { find: text, ...more } }),
  );
  expect(totalApplication).toBe(applications.length);
  return applications.map(
    ({ passport, matches }) => `${passport.slice(0, 2)}: ${matches?.map(({ kind }) => kind).join(' ')}`,
  );
}

onEachEngine('a search in everything', (open) => {
  test('finds a record by name, phone, e-mail, passport or national ID, and says which of them matched', async () => {
    const staff = await (await open()).signIn('admin');
    for (const one of [rahman, chowdhury]) await add(staff, one);
    const expected: [string, string[]][] = [
      ['qa 111', ['QA: passport']],
      ['RAHMAN', ['QA: name']],
      ['rohman', ['QB: email', 'QA: name']],
      ['রহমান', ['QA: name']],
      ['rahman abdul', ['QA: name']],
      ['মোহাম্মদ রহমান', ['QA: name']],
      ['rahm', ['QB: name', 'QA: name']],
      ['chaudhuri', ['QB: name']],
      ['akhter rohima', ['QB: name']],
      ['rahman akter', []],
      ['rahman rahima', []],
      ['01712345678', ['QA: phone']],
      ['+880 1712-345678', ['QA: phone']],
      ['০১৮৯৮৭৬৫৪৩২', ['QB: phone']],
      ['1898', ['QB: phone']],
      ['5432', ['QB: phone']],
      ['abdul.r', ['QA: name email']],
      ['ABDUL.R@EXAMPLE.COM', ['QA: email']],
      ['example.com', []],
      ['19851234567890123', ['QA: nationalId']],
      ['1234567890123', ['QA: nationalId']],
      ['555 1112', ['QB: nationalId']],
      ['QZ', []],
      ['ra', []],
      ['---', []],
      ['%%%', []],
      ['___ "', []],
      ["'; --", []],
    ];
    for (const [text, found] of expected) expect([text, await find(staff, text)]).toEqual([text, found]);
    expect((await find(staff, '  -  ')).length).toBe(2);
    const [first] = dataOf(await staff.call('applications', { query: { search: 'QA' } })).applications;
    expect(first).not.toHaveProperty('matches');
  });

  test('refuses a search that is no text or too long, and two searches at once; the GET has no such field', async () => {
    const staff = await (await open()).signIn('admin');
    await add(staff, rahman);
    const wrongs = [
      { find: 1 },
      { find: ['rahman'] },
      { find: null },
      { find: 'a'.repeat(501) },
      { find: '\u0301'.repeat(8_000) },
      { find: 'rahman', search: 'QA' },
    ];
    for (const json of wrongs) {
      const answer = await staff.call('searchApplications', { json });
      expect([json, answer.status, answer.ok ? null : answer.error.errorCodes]).toEqual([
        json,
        400,
        { find: 'invalid_search' },
      ]);
    }
    for (const text of ['a '.repeat(250), 'ক্'.repeat(250), '\u0000\ud800 rahman', '\u{10ffff}'.repeat(250)])
      expect((await staff.call('searchApplications', { json: { find: text } })).status).toBe(200);
    const { totalApplication } = dataOf(await staff.call('applications', { query: { find: 'nobody' } }));
    expect(totalApplication).toBe(1);
  });

  test('counts each record once, on every page, in each order, with every filter, and as of a moment', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 600, { deletedEvery: 7 });
    const rows = await harness.database.db.selectFrom('application').selectAll().orderBy('sequence', 'desc').execute();
    for (const text of [
      'rahman',
      'রহ',
      'mohammad',
      'abd',
      'sha',
      'mdr',
      'islam md',
      'nur',
      'A0',
      '0171',
      '1985',
      'EA0',
      'a.b',
    ]) {
      const isFound = (row: (typeof rows)[number]) =>
        matchesOf(searchTermsOf(text), { ...row, name: `${row.givenName} ${row.surname}` }).length > 0;
      const found = rows.filter(isFound);
      const lists = [
        [{}, found.filter((row) => row.deletedAt === null)],
        [{ order: 'asc' }, found.filter((row) => row.deletedAt === null).reverse()],
        [{ status: 'Pending' }, found.filter((row) => row.deletedAt === null && row.status === 'Pending')],
        [{ deleted: '1' }, found.filter((row) => row.deletedAt !== null)],
      ] as const;
      for (const [filter, expected] of lists) await expectPages(staff, { find: text, ...filter }, expected);
      const byName = dataOf(await staff.call('searchApplications', { json: { find: text, sort: 'givenN' } }));
      expect([text, byName.totalApplication]).toEqual([text, lists[0][1].length]);
    }
    const { asOf, totalApplication } = dataOf(await staff.call('searchApplications', { json: { find: 'abd' } }));
    const [gone] = dataOf(await staff.call('searchApplications', { json: { find: 'abd' } })).applications;
    await staff.call('deleteApplication', { params: { id: (gone as ListedApplication)._id } });
    await add(staff, { givenN: 'Abdul' });
    const then = dataOf(await staff.call('searchApplications', { json: { find: 'abd', asOf } }));
    expect(then.totalApplication).toBe(totalApplication);
    expect(then.applications[0]?._id).toBe(gone?._id);
  }, 120_000);

  test('selects the rows of an export, which is on record without the text', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (const one of [rahman, chowdhury]) await add(owner, one);
    const exported = async (find: string) => {
      const json = { form: 'csv', find };
      const answer = await owner.request('/api/application/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
      return answer.text();
    };
    const text = await exported('রহমান');
    expect(text).toContain(rahman.passport);
    expect(text).not.toContain(chowdhury.passport);
    const entry = await harness.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'applications.exported')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.detail ?? '')).toEqual({ rows: 1, form: 'csv', filter: { search: '' } });
  });

  test('follows edits, deletions, restores and erasures', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id, version } = await add(owner, rahman);
    const params = { id };
    const edit = (fields: Record<string, string>) => owner.call('updateApplication', { params, form: formOf(fields) });
    dataOf(await edit({ surname: 'Hossain', phone: '01900000001' }));
    expect(await find(owner, 'rahman')).toEqual([]);
    expect(await find(owner, '01712345678')).toEqual([]);
    expect(await find(owner, 'হোসেন')).toEqual(['QA: name']);
    expect(await find(owner, '0001')).toEqual(['QA: phone']);
    dataOf(await owner.call('bringBack', { params, json: { version: version + 1, fields: ['surname'] } }));
    expect(await find(owner, 'rahman')).toEqual(['QA: name']);
    dataOf(await owner.call('deleteApplication', { params }));
    expect(await find(owner, 'rahman')).toEqual([]);
    expect(await find(owner, 'rahman', { deleted: '1' })).toEqual(['QA: name']);
    dataOf(await owner.call('restoreApplication', { params }));
    expect(await find(owner, 'rahman')).toEqual(['QA: name']);
    expect(await checkTallies(systemContext(harness))).toEqual([]);
    dataOf(await owner.call('eraseApplication', { params, json: { reason: 'Asked for' } }));
    expect(await harness.database.db.selectFrom('applicationKey').selectAll().execute()).toEqual([]);
  });

  test('finds the records of an earlier release once the background job has added their keys', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await insertApplications(harness, 130);
    await add(staff, rahman);
    const second = await add(staff, chowdhury);
    const { db } = harness.database;
    const stored = await db.selectFrom('application').select(['id', 'searchKeys', 'version']).orderBy('id').execute();
    await db.updateTable('application').set({ searchKeys: null }).execute();
    expect(await db.selectFrom('applicationKey').selectAll().execute()).toEqual([]);
    expect(await find(staff, 'rahman abdul', { limit: 50 })).toEqual([]);
    expect(await find(staff, 'QA11')).toEqual(['QA: passport']);
    dataOf(await staff.call('updateApplication', { params: { id: second._id }, json: { surname: 'Rahman' } }));
    await fillSearchKeys(systemContext(harness));
    const keyed = await db.selectFrom('application').select(['id', 'searchKeys', 'version']).orderBy('id').execute();
    const kept = stored.filter(({ id }) => id !== second._id);
    expect(keyed.filter(({ id }) => kept.some((one) => one.id === id))).toEqual(kept);
    expect(keyed.every(({ searchKeys }) => searchKeys !== null)).toBe(true);
    expect(await find(staff, 'রহমান রহিমা')).toEqual(['QB: name']);
    expect(await checkTallies(systemContext(harness))).toEqual([]);
  });

  test('a search key that no record has is found by the check', async () => {
    const harness = await open();
    await add(await harness.signIn('admin'), rahman);
    await sql`insert into application_key (key, sequence) values ('nobody', 1)`.execute(harness.database.db);
    expect(await checkTallies(systemContext(harness))).toEqual([
      'The search key nobody of 1 is wrong. A backup and its restore compute it again.',
    ]);
  });
});

async function expectPages(staff: Caller, json: object, expected: readonly { id: string }[]): Promise<void> {
  const limit = 20;
  const last = Math.max(1, Math.ceil(expected.length / limit));
  for (const page of new Set([1, last, last + 1])) {
    const answer = dataOf(await staff.call('searchApplications', { json: { ...json, limit, page } }));
    expect([json, page, answer.totalApplication]).toEqual([json, page, expected.length]);
    const ids = answer.applications.map(({ _id }) => _id);
    expect([json, page, ids]).toEqual([
      json,
      page,
      expected.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    ]);
  }
}
