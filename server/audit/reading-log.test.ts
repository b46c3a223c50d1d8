import { expect, test } from 'vitest';
import type { CallResult } from '../../contract/client.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { insertApplications } from '../../test/rows.ts';
import { newId } from '../identifiers.ts';
import { flushReadingLog } from './reading-log.ts';

const open = async (caller: Caller, id: string) => dataOf(await caller.call('application', { params: { id } }));

/** The entries about a person's reading, oldest first. */
async function read(owner: Caller, user: string) {
  const { entries } = dataOf(await owner.call('audit', { query: { user } }));
  return entries
    .filter(({ action }) => /viewed|reading/.test(action))
    .map(({ action, record, fields }) => ({ action, record, fields }))
    .reverse();
}

async function withDocuments(staff: Caller) {
  const { _id: id } = await addApplication(staff);
  const form = formOf({}, { file1: await buildPhoto(20), file2: await buildPhoto(40) });
  return dataOf(await staff.call('updateAttachments', { params: { id }, form }));
}

onEachEngine('reading', (openHarness, engine) => {
  test('is on record with the person, the record and the parts of it, once an hour', async () => {
    const harness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    const one = await withDocuments(owner);
    const other = await addApplication(owner);
    for (const id of [one._id, one._id, other._id]) await open(clerk, id);
    for (const url of [one.image, one.file1, one.file1]) expect((await clerk.request(url ?? '')).status).toBe(200);
    const viewed = (record: string) => ({ action: 'application.viewed', record, fields: [] });
    const files = { action: 'file.viewed', record: one._id, fields: ['image', 'file1'] };
    const first = [viewed(one._id), viewed(other._id), files];
    expect(await read(owner, clerk.accountId)).toEqual(first);
    // Further parts within the hour are written together when it is over.
    harness.clock.advance(1_800);
    await open(clerk, one._id);
    for (const url of [one.file2, one.file1]) await clerk.request(url ?? '');
    expect(await read(owner, clerk.accountId)).toEqual(first);
    harness.clock.advance(1_801);
    expect(await read(owner, clerk.accountId)).toEqual([...first, { ...files, fields: ['file2'] }]);
    await open(clerk, one._id);
    expect((await read(owner, clerk.accountId)).at(-1)).toEqual(viewed(one._id));
    expect(await read(owner, owner.accountId)).toEqual([]);
  });

  test('of another person, of former values and of a replaced file is on record; a refused call or a thumbnail in a list is not', async () => {
    const harness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const [clerk, second] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const record = await withDocuments(owner);
    const { _id: id, file1, image } = record;
    dataOf(await owner.call('updateAttachments', { params: { id }, form: formOf({ remove: 'file1' }) }));
    await clerk.call('versions', { params: { id } });
    expect((await clerk.request(file1 ?? '')).status).toBe(200);
    // The portrait in a list, a call without an answer, and a file that does not exist.
    await second.request(thumbnailUrl(image ?? '', limits.photoThumbnailWidths[0]));
    await second.request(record.file2 ?? '', { method: 'HEAD' });
    await second.call('applications');
    await second.call('application', { params: { id: newId() } });
    await second.request(`/api/files/${newId()}.jpg`);
    await harness.visitor().call('application', { params: { id } });
    await harness.visitor().request(record.file2 ?? '');
    expect(await read(owner, clerk.accountId)).toEqual([
      { action: 'application.viewed', record: id, fields: [] },
      { action: 'file.viewed', record: id, fields: ['former'] },
    ]);
    expect(await read(owner, second.accountId)).toEqual([]);
    await second.request(thumbnailUrl(record.file2 ?? '', limits.attachmentThumbnailWidths[0]));
    expect(await read(owner, second.accountId)).toEqual([{ action: 'file.viewed', record: id, fields: ['file2'] }]);
  });

  test('of a record in the answer to a change is on record, even when nothing was changed', async () => {
    const harness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const record = await withDocuments(owner);
    const { _id: id, version, salary } = record;
    const params = { id };
    const stale = { params, json: { version: version - 1 } };
    const ways: [name: string, status: number, make: (caller: Caller) => Promise<CallResult<unknown>>][] = [
      ['no field', 200, (caller) => caller.call('updateApplication', { params, json: {} })],
      ['the same value', 200, (caller) => caller.call('updateApplication', { params, json: { salary } })],
      ['no file', 200, (caller) => caller.call('updateAttachments', { params, form: formOf({}) })],
      ['a stale edit', 409, (caller) => caller.call('updateApplication', stale)],
      ['a stale file', 409, (caller) => caller.call('updateAttachments', stale)],
      ['a stale decision', 409, (caller) => caller.call('reject', stale)],
      [
        'stale approvals',
        200,
        (caller) => caller.call('approveSeveral', { json: { applications: [{ _id: id, version: version - 1 }] } }),
      ],
    ];
    for (const [name, status, make] of ways) {
      const clerk = await harness.signIn('admin');
      const result = await make(clerk);
      expect(result.status, name).toBe(status);
      expect(JSON.stringify(result.ok ? result.data : result.error), name).toContain(record.passport);
      const viewed = { action: 'application.viewed', record: id, fields: [] };
      expect(await read(owner, clerk.accountId), name).toEqual([viewed]);
    }
    // These calls are for the super admin alone.
    const [decided, free] = [await addApplication(owner), await addApplication(owner)];
    const json = { reason: 'Asked for', version: 9, hold: false };
    const withdrawn = await owner.call('withdrawDecision', { params: { id: decided._id }, json });
    expectRefusal(withdrawn, 409, 'version_conflict');
    dataOf(await owner.call('holdApplication', { params: { id: free._id }, json }));
    const records = (await read(owner, owner.accountId)).map(({ record }) => record);
    expect(records).toEqual([decided._id, free._id]);
  });

  test('of a record while changing it adds no entry beside that of the change', async () => {
    const harness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    const { _id: id, version } = await addApplication(owner);
    const params = { id };
    dataOf(await clerk.call('updateApplication', { params, json: { salary: 'CAD 20', version } }));
    dataOf(await clerk.call('approveSeveral', { json: { applications: [{ _id: id, version: version + 1 }] } }));
    expect(await read(owner, clerk.accountId)).toEqual([]);
  });

  test('on two nodes at once is one entry', async () => {
    const first = await openHarness();
    const owner = await first.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    const second = await openHarness({ beside: first });
    const ownerOnSecond = second.visitor();
    for (const [name, value] of owner.cookies) ownerOnSecond.cookies.set(name, value);
    for (const caller of [owner, ownerOnSecond]) await open(caller, id);
    const nodes = [first, second];
    // Two connections of one process would wait for each other on the embedded engine, which has one node anyway.
    if (engine === 'postgres') await Promise.all(nodes.map((node) => flushReadingLog(node)));
    else for (const node of nodes) await flushReadingLog(node);
    expect(await read(owner, owner.accountId)).toEqual([{ action: 'application.viewed', record: id, fields: [] }]);
  });

  test(`of more than ${limits.recordsReadAnHour} records within an hour is an entry, once an hour, and a line for the super admin`, async () => {
    const harness: TestHarness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    const bulkReaders = async () => dataOf(await owner.call('applicationSummary')).bulkReaders;
    const many = async () => {
      await flushReadingLog(harness);
      const { entries } = dataOf(await owner.call('audit', { query: { action: 'reading.many' } }));
      return entries.map(({ actor, record, detail }) => ({ who: actor?._id, record, detail }));
    };
    await insertApplications(harness, limits.recordsReadAnHour + 2);
    const rows = await harness.database.db.selectFrom('application').select('id').execute();
    const [first = '', last = '', ...others] = rows.map(({ id }) => id);
    for (const id of others) await open(clerk, id);
    expect([await many(), await bulkReaders()]).toEqual([[], 0]);
    await open(clerk, first);
    const detail = { records: limits.recordsReadAnHour + 1 };
    const entry = { who: clerk.accountId, record: clerk.accountId, detail };
    expect([await many(), await bulkReaders()]).toEqual([[entry], 1]);
    await open(clerk, last);
    expect(await many()).toHaveLength(1);
    expect(dataOf(await clerk.call('applicationSummary')).bulkReaders).toBeNull();
    expect(harness.events.all().find(({ kind }) => kind === 'readings')?.outcomes).toEqual([['many', 1]]);
    expect(endpoints.audit.permission).toBe('superAdmin');
    harness.clock.advance((limits.bulkReadersShownDays - 1) * 86_400);
    expect(await readManyAs(harness)).toBe(1);
    harness.clock.advance(2 * 86_400);
    expect(await readManyAs(harness)).toBe(0);
  });

  test(`of lists with more than ${limits.recordsListedAnHour} records is the same entry; a page that is read again counts once`, async () => {
    const harness: TestHarness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    const pages = limits.recordsListedAnHour / 50;
    await insertApplications(harness, limits.recordsListedAnHour + 1);
    const list = async (page: number) => dataOf(await clerk.call('searchApplications', { json: { page, limit: 50 } }));
    const many = async () => {
      const { entries } = dataOf(await owner.call('audit', { query: { action: 'reading.many' } }));
      return entries.map(({ actor, detail }) => ({ who: actor?._id, detail }));
    };
    for (let page = 1; page <= pages; page++) await list(page);
    for (let page = 1; page <= pages; page++) await list(page);
    expect(await many()).toEqual([]);
    await list(pages + 1);
    expect(await many()).toEqual([{ who: clerk.accountId, detail: { records: limits.recordsListedAnHour + 1 } }]);
  });

  test('of lists is counted from zero each hour', async () => {
    const harness: TestHarness = await openHarness();
    const owner = await harness.signIn('super-admin');
    const clerk = await harness.signIn('admin');
    const pages = limits.recordsListedAnHour / 50;
    await insertApplications(harness, limits.recordsListedAnHour + 1);
    for (let page = 1; page <= pages + 1; page++) {
      if (page === pages) harness.clock.advance(3_600);
      dataOf(await clerk.call('searchApplications', { json: { page, limit: 50 } }));
    }
    expect(dataOf(await owner.call('audit', { query: { action: 'reading.many' } })).entries).toEqual([]);
  });
});

async function readManyAs(harness: TestHarness) {
  const owner = await harness.signIn('super-admin');
  return dataOf(await owner.call('applicationSummary')).bulkReaders;
}
