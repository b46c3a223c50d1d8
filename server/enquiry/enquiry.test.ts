import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { contractTexts } from '../../contract/texts.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { insertApplications } from '../../test/rows.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { deriveKeys } from '../keys.ts';
import { sweepEnquiries } from './enquiry.ts';
import { flushEnquiries } from './recorder.ts';

const path = '/api/application/fetchApplicationEnquiry';

interface Person {
  id: string;
  passport: string;
  nationality: string;
  birthDate: string;
}

async function people(harness: TestHarness, count: number): Promise<Person[]> {
  await insertApplications(harness, count);
  return harness.database.db
    .selectFrom('application')
    .select(['id', 'passport', 'nationality', 'birthDate'])
    .orderBy('sequence')
    .execute();
}

async function onePerson(harness: TestHarness): Promise<Person> {
  const [one] = await people(harness, 1);
  if (!one) throw new Error('No applicant was inserted.');
  return one;
}

const triple = (one: Person) => ({ search: one.passport, search1: one.nationality, search2: one.birthDate });
const ask = (caller: Caller, input: object) => caller.call('enquiry', { json: input });
const query = (input: Record<string, string>) => `${path}?${new URLSearchParams(input)}`;

onEachEngine('enquiry', (open) => {
  test('all three parts together find the record, with the fields of the specification and nothing of the staff', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const { applications, message } = dataOf(await ask(harness.visitor(), triple(one)));
    expect(message).toBeUndefined();
    expect(applications).toHaveLength(1);
    expect(applications[0]).toMatchObject({ _id: one.id, passport: one.passport, dob: one.birthDate });
    expect(Object.keys(applications[0] ?? {})).not.toContain('history');
  });

  test('a part matches in any usual spelling', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const bangla = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
    const spellings = [
      { search: one.passport.toLowerCase() },
      { search: ` ${one.passport.slice(0, 2)}-${one.passport.slice(2, 5)} ${one.passport.slice(5)} ` },
      { search: bangla(one.passport), search2: bangla(one.birthDate) },
      { search1: 'বাংলাদেশ' },
      { search1: 'bangladesh' },
      { search1: 'BD' },
    ];
    for (const spelling of spellings) {
      const result = await ask(harness.visitor(), { ...triple(one), search1: 'Bangladeshi', ...spelling });
      expect(dataOf(result).applications, JSON.stringify(spelling)).toHaveLength(1);
    }
  });

  test('a record with the longest accepted texts is kept, and found', async () => {
    const harness = await open();
    // Four-byte letters that do not compress.
    const letters = (from: number) =>
      Array.from({ length: limits.textLengthMax }, (_, at) =>
        String.fromCodePoint(from + ((at * 7_919) % 40_000)),
      ).join('');
    const [passport, nationality] = [letters(0x20000), letters(0x20100)];
    const { dob } = await addApplication(await harness.signIn('admin'), { passport, currentN: nationality });
    const found = await ask(harness.visitor(), { search: passport, search1: nationality, search2: dob });
    expect(dataOf(found).applications).toMatchObject([{ passport, currentN: nationality }]);
  });

  test('whichever part is wrong, the answer is the same to the byte and carries no cookie', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const wrong = [{ search: 'ZZ0000000' }, { search1: 'Canada' }, { search2: '1971-12-16' }];
    const answers = [];
    for (const part of wrong) {
      const body = JSON.stringify({ ...triple(one), ...part });
      const headers = { 'content-type': 'application/json' };
      const response = await harness.visitor().request(path, { method: 'POST', body, headers });
      response.headers.delete('x-request-id');
      answers.push({ status: response.status, headers: [...response.headers], text: await response.text() });
    }
    expect(answers[0]?.status).toBe(200);
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual({ applications: [], message: contractTexts.en.noMatch });
    expect(answers[0]?.headers.map(([name]) => name)).not.toContain('set-cookie');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('an empty part, an impossible date or anything that is no text is refused and spends nothing', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const refused: [object, string, string][] = [
      [{ search: ' - ' }, 'search', 'enquiry_passport_required'],
      [{ search: undefined }, 'search', 'enquiry_passport_required'],
      [{ search: [one.passport] }, 'search', 'enquiry_passport_required'],
      [{ search: { like: '%' } }, 'search', 'enquiry_passport_required'],
      [{ search: 'x'.repeat(501) }, 'search', 'enquiry_passport_required'],
      [{ search1: '' }, 'search1', 'enquiry_nationality_required'],
      [{ search1: null }, 'search1', 'enquiry_nationality_required'],
      [{ search2: '' }, 'search2', 'invalid_birth_date'],
      [{ search2: '1990-02-30' }, 'search2', 'invalid_birth_date'],
      [{ search2: '05/01/1990' }, 'search2', 'invalid_birth_date'],
      [{ search2: '2026-03-11' }, 'search2', 'invalid_birth_date'],
      [{ search2: '1899-12-31' }, 'search2', 'invalid_birth_date'],
      [{ search2: 19900105 }, 'search2', 'invalid_birth_date'],
      [{ limit: 0 }, 'limit', 'invalid_limit'],
      [{ limit: 'all' }, 'limit', 'invalid_limit'],
    ];
    await withoutTrace(harness, async () => {
      for (const [part, field, code] of refused) {
        const result = await ask(harness.visitor(), { ...triple(one), ...part });
        expect(result.ok ? null : [result.status, result.error.errorCodes], JSON.stringify(part)).toEqual([
          400,
          { [field]: code },
        ]);
        expect(result.response.headers.getSetCookie()).toEqual([]);
      }
      const repeated = await harness.visitor().request(`${query(triple(one))}&search=${one.passport}`);
      expect(repeated.status).toBe(400);
      await flushEnquiries(harness);
    });
  });

  test('the query form answers the same, and is refused to another site before it spends anything', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    await withoutTrace(harness, async () => {
      for (const method of ['GET', 'HEAD']) {
        for (const site of ['cross-site', 'same-site', '']) {
          for (const enquiry of [{ ...triple(one), search2: '1971-12-16' }, triple(one)]) {
            const response = await visitor.request(query(enquiry), { method, headers: { 'sec-fetch-site': site } });
            expect(response.status, site).toBe(403);
          }
        }
      }
    });
    expect(visitor.cookies.size).toBe(0);
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}]) {
      const asking = harness.visitor();
      const found = await asking.request(query({ ...triple(one), limit: '10', role: 'super-admin' }), { headers });
      expect(found.status).toBe(200);
      expect(await found.json()).toMatchObject({ applications: [{ _id: one.id }] });
      expect(asking.cookies.has('grant')).toBe(true);
    }
  });

  test('HEAD spends the budget and sets the grant as GET does', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    const hit = await visitor.request(query(triple(one)), { method: 'HEAD' });
    expect([hit.status, await hit.text()]).toEqual([200, '']);
    expect(dataOf(await visitor.call('granted')).applications).toHaveLength(1);
    const wrong = query({ ...triple(one), search2: '1971-12-16' });
    const statuses = [];
    for (let tries = 0; tries < 6; tries++) {
      statuses.push((await harness.visitor().request(wrong, { method: 'HEAD' })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('the grant reads exactly what was found, for fifteen minutes, from a cookie that no script can read', async () => {
    const harness = await open();
    const [one, other] = (await people(harness, 2)) as [Person, Person];
    const visitor = harness.visitor();
    const { response } = await ask(visitor, triple(one));
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/^(grant|copy|browser)=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    }
    const granted = dataOf(await visitor.call('granted'));
    expect(granted.applications.map((application) => application._id)).toEqual([one.id]);
    expect(granted.applications[0]?.history).toEqual([]);
    expect(granted.expiresAt).toBe(new Date(harness.clock.now.getTime() + 900_000).toISOString());
    expect(dataOf(await harness.visitor().call('granted'))).toEqual({
      applications: [],
      expiresAt: null,
      canExtend: false,
      ended: null,
    });

    harness.clock.advance(899);
    expect(dataOf(await visitor.call('granted')).applications).toHaveLength(1);
    harness.clock.advance(1);
    expect(dataOf(await visitor.call('granted'))).toEqual({
      applications: [],
      expiresAt: null,
      canExtend: false,
      ended: 'time',
    });

    await ask(visitor, triple(other));
    expect(dataOf(await visitor.call('granted')).applications.map(({ _id }) => _id)).toEqual([other.id]);
  });

  test('on https, the cookies of a find are tied to the origin', async () => {
    const harness = await open({ environment: { PUBLIC_URL: 'https://maplegate.example' } });
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    const cookies = (await ask(visitor, triple(one))).response.headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-grant=[\w-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Host-copy=open; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Host-browser=[\w-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    expect(dataOf(await visitor.call('granted')).applications).toHaveLength(1);
    const cookie = `grant=${visitor.cookies.get('__Host-grant')}`;
    expect(dataOf(await harness.visitor().call('granted', { headers: { cookie } })).applications).toEqual([]);
  });

  test('a miss does not change the grant that the browser has', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    await ask(visitor, triple(one));
    await ask(visitor, { ...triple(one), search: 'ZZ0000000' });
    expect(dataOf(await visitor.call('granted')).applications).toHaveLength(1);
  });

  test('a new find replaces the grant, and an ended one is dead in every copy and on every node', async () => {
    const harness = await open();
    const [one, other] = (await people(harness, 2)) as [Person, Person];
    const visitor = harness.visitor();
    const reads = async (cookie: string, at = harness) => {
      const copy = at.visitor();
      copy.cookies.set('grant', cookie);
      return dataOf(await copy.call('granted')).applications.map(({ _id }) => _id);
    };
    await ask(visitor, triple(one));
    const first = visitor.cookies.get('grant') ?? '';
    await ask(visitor, triple(other));
    const second = visitor.cookies.get('grant') ?? '';
    expect(await reads(first)).toEqual([]);
    expect(await reads(second)).toEqual([other.id]);

    const ended = await visitor.call('endGrant');
    expect(ended.status).toBe(204);
    expect(visitor.cookies.has('grant')).toBe(false);
    const beside = await open({ beside: harness });
    for (const node of [harness, beside]) {
      expect(await reads(first, node)).toEqual([]);
      expect(await reads(second, node)).toEqual([]);
    }
    expect((await harness.visitor().call('endGrant')).status).toBe(204);
  });

  test('a deleted record is no longer found, and leaves the grant at once', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    await ask(visitor, triple(one));
    const { db } = harness.database;
    await db.updateTable('application').set({ deletedAt: '2026-03-10T06:00:00.000Z' }).execute();
    expect(dataOf(await visitor.call('granted'))).toEqual({
      applications: [],
      expiresAt: null,
      canExtend: false,
      ended: null,
    });
    expect(dataOf(await ask(harness.visitor(), triple(one))).applications).toEqual([]);
  });

  test('a cookie that this product did not sign for the purpose is no grant', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const grant = { id: 'a'.repeat(24), ids: [one.id], expiresAt: '2099-01-01T00:00:00.000Z' };
    const forged = [
      deriveKeys(Buffer.alloc(32)).sign('grant', grant),
      harness.keys.sign('browser', grant),
      Buffer.from(JSON.stringify(grant)).toString('base64url'),
      `${harness.keys.sign('grant', grant).slice(0, -4)}AAAA`,
      '%00',
      'x'.repeat(4_000),
    ];
    for (const cookie of forged) {
      const visitor = harness.visitor();
      visitor.cookies.set('grant', cookie);
      expect(dataOf(await visitor.call('granted')).applications).toEqual([]);
    }
  });

  test('the records and log lines of an enquiry name nobody', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    await ask(harness.visitor('203.0.113.77'), { ...triple(one), search2: '1971-12-16' });
    await ask(harness.visitor('203.0.113.77'), triple(one));
    await harness.visitor('203.0.113.77').request(query(triple(one)));
    await flushEnquiries(harness);
    const { db: rows } = harness.database;
    const misses = await rows.selectFrom('enquiryMiss').selectAll().execute();
    const finds = await rows.selectFrom('enquiryFind').selectAll().execute();
    expect(misses).toHaveLength(1);
    expect(finds).toMatchObject([{ applicationId: one.id, times: 2, at: harness.clock.now.toISOString() }]);
    const recorded = JSON.stringify([misses, finds, harness.lines]);
    for (const canary of [one.passport, one.birthDate, one.nationality, '203.0.113.77', '1971-12-16']) {
      expect(recorded).not.toContain(canary);
    }
  });

  test('sweeping removes the rows that no budget and no access record needs, and nothing else', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    const ctx = { ...harness, db: harness.database.db, actor: null };
    const rowCounts = async () => {
      await sweepEnquiries(ctx);
      const counts = [];
      for (const table of ['enquiryMiss', 'enquiryFind', 'enquiryGrantEnded'] as const) {
        counts.push((await harness.database.db.selectFrom(table).selectAll().execute()).length);
      }
      return counts;
    };
    await ask(visitor, { ...triple(one), search2: '1971-12-16' });
    await ask(visitor, triple(one));
    await visitor.call('endGrant');
    expect(await rowCounts()).toEqual([1, 1, 1]);
    harness.clock.advance(59 * 60);
    expect(await rowCounts()).toEqual([1, 1, 0]);
    harness.clock.advance(29 * 86_400);
    expect(await rowCounts()).toEqual([1, 1, 0]);
    harness.clock.advance(86_400);
    expect(await rowCounts()).toEqual([0, 1, 0]);
    harness.clock.advance(59 * 86_400);
    expect(await rowCounts()).toEqual([0, 1, 0]);
    harness.clock.advance(2 * 86_400);
    expect(await rowCounts()).toEqual([0, 0, 0]);
  });

  test('sweeping removes any number of old misses, and leaves those of the last thirty days', async () => {
    const harness = await open();
    const { db } = harness.database;
    const daysAgo = (days: number) => new Date(harness.now().getTime() - days * 86_400_000).toISOString();
    const miss = (at: number) => ({
      at: daysAgo(at < 320 ? 30.01 : 29.99),
      bucket: `${at}`,
      passport: `${at}`,
      address: null,
    });
    await db
      .insertInto('enquiryMiss')
      .values(Array.from({ length: 350 }, (_, at) => miss(at)))
      .execute();
    await sweepEnquiries({ ...harness, db, actor: null });
    const remaining = await db.selectFrom('enquiryMiss').select('bucket').orderBy('sequence').execute();
    expect(remaining.map(({ bucket }) => bucket)).toEqual(Array.from({ length: 30 }, (_, at) => `${320 + at}`));
  });

  test('a body that is no JSON object, or comes from another site, is refused', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const post = (body: string, headers: Record<string, string>) =>
      harness.visitor().request(path, { method: 'POST', body, headers });
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify(triple(one));
    await withoutTrace(harness, async () => {
      expect((await post('[1]', json)).status).toBe(400);
      expect((await post('{', json)).status).toBe(400);
      expect((await post(body, { 'content-type': 'text/plain' })).status).toBe(400);
      expect((await post(' '.repeat(70_000), json)).status).toBe(413);
      expect((await post(body, { ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect((await post(body, { ...json, origin: 'https://elsewhere.example' })).status).toBe(403);
      expectRefusal(
        await harness.visitor().call('endGrant', { headers: { 'sec-fetch-site': 'same-site' } }),
        403,
        'cross_site',
      );
    });
  });
});
