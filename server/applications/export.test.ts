import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { exportedFields, spreadsheetHeadings } from '../../contract/spreadsheet.ts';
import { type SpreadsheetFormat, spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine, onOneEngine } from '../../test/harness.ts';
import { hasLibreOffice, tableInLibreOffice } from '../../test/libreoffice.ts';
import { insertApplications } from '../../test/rows.ts';
import { tableIn } from '../../test/spreadsheets.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const take = (caller: Caller, json: object, headers: Record<string, string> = {}) =>
  caller.request('/api/application/export', {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/json', ...headers },
  });

type Wish = { form: SpreadsheetFormat } & Record<string, unknown>;

async function takenBytes(caller: Caller, json: Wish): Promise<Uint8Array> {
  const answer = await take(caller, json);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(spreadsheetFormats[json.form]);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="applications-2026-03-10.${json.form}"`);
  return new Uint8Array(await answer.arrayBuffer());
}

const taken = async (caller: Caller, json: Wish) => tableIn(json.form, await takenBytes(caller, json));

async function answerTo(caller: Caller, form: SpreadsheetFormat, accept: string) {
  const answer = await take(caller, { form }, { 'accept-encoding': accept });
  return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

const passportAt = exportedFields.indexOf('passport');
const forms = Object.keys(spreadsheetFormats) as SpreadsheetFormat[];

/** Texts that a spreadsheet might compute, collapse or misread. */
const tricky = {
  company: '=HYPERLINK("https://evil.example","ok")',
  dutyDuration: '-8  hours & <b>more</b>',
  salary: '+1,000 "CAD"',
  identification: '@sum(A1)',
  birthCity: 'সিলেট _x0041_',
  issuedCountry: 'two\nlines\tand a tab',
};

onEachEngine('an export of the list', (open) => {
  test.each(forms)('as %s has every field of every record as plain text, and nothing to compute', async (form) => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    const added = await addApplication(admin, tricky);
    const [headings, row] = await taken(admin, { form });
    expect(headings).toEqual(exportedFields.map((field) => spreadsheetHeadings[field].en));
    const guard = (text: string) => (form === 'csv' && /^[=+\-@]/.test(text) ? `'${text}` : text);
    expect(row).toEqual(exportedFields.map((field) => guard(String(added[field] ?? ''))));
    const [inBangla] = await taken(admin, { form, language: 'bn' });
    expect(inBangla).toEqual(exportedFields.map((field) => spreadsheetHeadings[field].bn));
  });

  test('has the rows of the list with the same filter, search and order, however many there are', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    await insertApplications(harness, 600, { deletedEvery: 7 });
    for (const filter of [
      {},
      { order: 'asc' },
      { sort: 'givenN' },
      { sort: 'passport', order: 'desc' },
      { sort: 'isStatus' },
      { status: 'Approved' },
      { search: '1' },
      { deleted: '1', sort: 'givenN' },
      { from: '2026-01-01', to: '2026-02-28', sort: 'createdAt', order: 'asc' },
      { late: '1' },
    ]) {
      const shown: string[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = dataOf(await admin.call('searchApplications', { json: { ...filter, page, limit: 50 } }));
        shown.push(...list.applications.map(({ passport }) => passport));
        pages = list.totalPages;
      }
      const [, ...rows] = await taken(admin, { form: 'csv', ...filter });
      expect(
        rows.map((row) => row[passportAt]),
        JSON.stringify(filter),
      ).toEqual(shown);
    }
  });

  test('can select records by their ids, and is on record with its format, its filter and the number of rows', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    await insertApplications(harness, 150);
    const { applications } = dataOf(await admin.call('applications', { query: { limit: 3 } }));
    const ids = applications.map(({ _id }) => _id);
    expect(await taken(admin, { form: 'ods', ids })).toHaveLength(4);
    await taken(admin, { form: 'xlsx', search: applications[0]?.passport, status: 'Pending' });
    await taken(admin, { form: 'csv' });
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'applications.exported' } }));
    expect(entries.map(({ actor, record, detail }) => [actor?._id, record, detail])).toEqual([
      [admin.accountId, null, { rows: 150, form: 'csv', filter: {} }],
      [admin.accountId, null, { rows: expect.any(Number), form: 'xlsx', filter: { search: '', status: 'Pending' } }],
      [admin.accountId, null, { rows: 3, form: 'ods', filter: { ids: '3' } }],
    ]);
    // That is more than anybody reads by hand, so the owner is told about it.
    const many = dataOf(await owner.call('audit', { query: { action: 'reading.many' } }));
    expect(many.entries).toMatchObject([{ record: admin.accountId, detail: { records: 150 } }]);
  });

  test('is reported to the super admin also where it was split into many small ones', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const atOnce = limits.recordsReadAnHour;
    await insertApplications(harness, limits.recordsListedAnHour + atOnce);
    const rows = await harness.database.db.selectFrom('application').select('id').execute();
    const many = async () => {
      const { entries } = dataOf(await owner.call('audit', { query: { action: 'reading.many' } }));
      return entries.map(({ record, detail }) => ({ record, detail }));
    };
    for (let at = 0; at < rows.length; at += atOnce) {
      expect(await many()).toEqual([]);
      await taken(admin, { form: 'csv', ids: rows.slice(at, at + atOnce).map(({ id }) => id) });
    }
    expect(await many()).toEqual([{ record: admin.accountId, detail: { records: rows.length } }]);
  });

  test('as text is compressed as its caller accepts, and what is a ZIP archive already is not', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    await insertApplications(harness, 600);
    const plain = await takenBytes(admin, { form: 'csv' });
    for (const [accept, encoding, decompress] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', null, (bytes: Uint8Array) => bytes],
    ] as const) {
      const { headers, bytes } = await answerTo(admin, 'csv', accept);
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
      expect(Buffer.from(plain).equals(decompress(bytes)), accept).toBe(true);
    }
    for (const form of ['xlsx', 'ods'] as const) {
      const { headers, bytes } = await answerTo(admin, form, 'gzip, br');
      expect(headers.get('content-encoding')).toBeNull();
      expect(await tableIn(form, bytes)).toHaveLength(601);
    }
  });

  test('needs a recently confirmed session, and refuses an invalid format, filter or id', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    expect((await take(harness.visitor(), { form: 'csv' })).status).toBe(401);
    await withoutTrace(harness, async () => {
      for (const json of [
        {},
        { form: 'xls' },
        { form: ['csv'] },
        { form: 'csv', status: 'Lost' },
        { form: 'csv', ids: [] },
        { form: 'csv', ids: ['1'] },
        { form: 'csv', ids: Array.from({ length: limits.exportedIdsMax + 1 }, () => '0'.repeat(24)) },
        { form: 'csv', language: 'xx' },
        { form: 'csv', past: '1' },
      ]) {
        expect((await take(admin, json)).status, JSON.stringify(json).slice(0, 80)).toBe(400);
      }
      harness.clock.advance(limits.confirmationMinutes * 60 + 1);
      const refused = await take(admin, { form: 'csv' });
      expect([refused.status, (await refused.json()).code]).toEqual([403, 'confirmation_needed']);
      harness.clock.advance(-limits.confirmationMinutes * 60 - 1);
    });
  });
});

// SQLite answers at once, so nothing else would make the export wait.
onOneEngine('a long export', (open) => {
  test('lets other callers be served between its batches', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    const batches = 20;
    await insertApplications(harness, 250 * batches);
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await takenBytes(admin, { form: 'csv' });
    isRead = true;
    expect(turns).toBeGreaterThanOrEqual(batches);
  });
});

onOneEngine('an export that LibreOffice opens', (open) => {
  test.runIf(process.env.MAPLEGATE_FAULTS && hasLibreOffice).each(forms)(
    'as %s is read by it cell for cell',
    async (form) => {
      const harness = await open();
      const admin = await harness.signIn('admin');
      await insertApplications(harness, 250);
      await addApplication(admin, tricky);
      const bytes = await takenBytes(admin, { form });
      const rows = await tableIn(form, bytes);
      expect(rows).toHaveLength(252);
      expect(await tableInLibreOffice(form, bytes, exportedFields.length)).toEqual(rows);
    },
  );
});
