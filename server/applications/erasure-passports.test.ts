/** Erasing finds what is stored under a passport also when an edit has replaced it. */
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { addApplication, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { importAfterJob, uploadRows } from '../../test/import-runs.ts';
import { testSecretKey } from '../../test/secret-key.ts';
import { systemContext } from '../context.ts';
import { passportHash } from '../guesses/guesses.ts';
import { sweeps } from '../sweeps.ts';
import { purgeApplications } from './removal.ts';

const json = { reason: 'Asked for by letter' };
const [former, present] = ['QZX907777', 'QZX908888'];

onEachEngine('a record whose passport was corrected', (open) => {
  const openWithTraces = async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id, currentN } = await addApplication(owner, { passport: former });
    await uploadRows(owner, 'csv', [headingsInEnglish, rowOf(1, { passport: former }), rowOf(2)]);
    const miss = { search: former, search1: currentN, search2: '1931-01-01' };
    dataOf(await harness.visitor().call('enquiry', { json: miss }));
    dataOf(await owner.call('updateApplication', { params: { id }, form: formOf({ passport: present }) }));
    const traces = async () => {
      const { db } = harness.database;
      const rows = await db.selectFrom('importRow').select('number').orderBy('number').execute();
      const misses = await db.selectFrom('enquiryMiss').select('passport').execute();
      return { rows: rows.map(({ number }) => number), misses: misses.length };
    };
    expect(await traces()).toEqual({ rows: [2, 3], misses: 1 });
    return { harness, owner, id, traces };
  };

  test('is erased with the import rows and failed tries of the former passport', async () => {
    const { owner, id, traces } = await openWithTraces();
    expect(dataOf(await owner.call('erasure', { params: { id } })).failedTries).toBe(1);
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    expect(await traces()).toEqual({ rows: [3], misses: 0 });
  });

  test('has each failed try counted once, also from an IPv6 address, whose networks are counted too', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id, currentN } = await addApplication(owner, { passport: former });
    const miss = { search: former, search1: currentN, search2: '1931-01-01' };
    for (const address of ['2001:db8:7:8::1', '203.0.113.9'])
      dataOf(await harness.visitor(address).call('enquiry', { json: miss }));
    expect(dataOf(await owner.call('erasure', { params: { id } })).failedTries).toBe(2);
  });

  test('is erased with the parts of both passports, which the search counts, and those of other records stay', async () => {
    const { harness, owner, id } = await openWithTraces();
    await addApplication(owner, { passport: 'B0000907' });
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    const { db } = harness.database;
    const parts = await db.selectFrom('applicationGram').select(['gram', 'count']).execute();
    expect(parts).toContainEqual({ gram: '907', count: 1 });
    expect(parts.filter(({ gram }) => !'B0000907'.includes(gram))).toEqual([]);
    await addApplication(owner, { passport: former });
    expect(dataOf(await owner.call('applications', { query: { search: 'QZ' } })).totalApplication).toBe(1);
  });

  test('is erased without those of another record that has the former passport by now', async () => {
    const { owner, id, traces } = await openWithTraces();
    await addApplication(owner, { passport: former });
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    expect(await traces()).toEqual({ rows: [2, 3], misses: 1 });
  });
});

onEachEngine('a record whose name was corrected', (open) => {
  test('is erased with the names of imported files that have its former or present name, or its passport', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner, { passport: present, surname: 'Khandoker', givenN: 'Ruksana' });
    dataOf(await owner.call('updateApplication', { params: { id }, form: formOf({ surname: 'Siddiqua' }) }));
    for (const name of ['march', 'KHANDOKER family', 'siddiqua', 'for ruksana', `qzx 908-888 scans`])
      await uploadRows(owner, 'csv', [headingsInEnglish, rowOf(1)], name);
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    const imports = dataOf(await owner.call('imports'));
    expect(imports.map(({ fileName }) => fileName).toSorted()).toEqual(['', '', '', '', 'march.csv']);
  });
});

onEachEngine('a record whose passport a later record has', (open) => {
  test.each(['erased', 'purged'])(
    'is %s without the failed tries with it, which go on counting for that one',
    async (how) => {
      const harness = await open();
      const early = await harness.signIn('super-admin');
      const { _id: id, currentN } = await addApplication(early, { passport: present });
      dataOf(await early.call('deleteApplication', { params: { id } }));
      await addApplication(early, { passport: present });
      harness.clock.advance(limits.restoreDays * 86_400 + 1);
      const miss = { search: present, search1: currentN, search2: '1931-01-01' };
      dataOf(await harness.visitor().call('enquiry', { json: miss }));
      const owner = await harness.signIn('super-admin');
      if (how === 'purged') await purgeApplications(systemContext(harness));
      else {
        expect(dataOf(await owner.call('erasure', { params: { id } })).failedTries).toBe(0);
        dataOf(await owner.call('eraseApplication', { params: { id }, json }));
      }
      const { db } = harness.database;
      expect(await db.selectFrom('application').select('id').where('id', '=', id).execute()).toEqual([]);
      expect(await db.selectFrom('enquiryMiss').select('passport').execute()).toEqual([
        { passport: passportHash(harness, present) },
      ]);
    },
  );
});

onEachEngine('a record that is erased while a file with its passport is read', (open) => {
  test('is not in its rows after the next sweep, unless the file was sent after the erasing', async () => {
    const harness = await open();
    const { db } = harness.database;
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner, { passport: present });
    const rows = [headingsInEnglish, rowOf(1, { passport: present }), rowOf(2)];
    const { _id: runId } = await uploadRows(owner, 'csv', rows);
    const read = await db.selectFrom('importRow').selectAll().where('number', '=', 2).executeTakeFirstOrThrow();
    const miss = { at: harness.clock.now.toISOString(), bucket: '', passport: passportHash(harness, present) };
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    // What was under way is written a moment later.
    await db.insertInto('importRow').values(read).execute();
    await db
      .insertInto('enquiryMiss')
      .values({ ...miss, address: 'x' })
      .execute();
    harness.clock.advance(60);
    const later = await uploadRows(owner, 'csv', rows);
    await db
      .insertInto('enquiryMiss')
      .values({ ...miss, at: harness.clock.now.toISOString(), address: 'y' })
      .execute();
    for (const work of sweeps) await work(systemContext(harness));
    const left = await db.selectFrom('importRow').select(['runId', 'number']).orderBy('number').execute();
    expect(left).toHaveLength(3);
    expect(left).toEqual(
      expect.arrayContaining([
        { runId, number: 3 },
        { runId: later._id, number: 2 },
        { runId: later._id, number: 3 },
      ]),
    );
    expect(await db.selectFrom('enquiryMiss').select('address').execute()).toEqual([{ address: 'y' }]);
  });

  test('is not in the name of that file either, unless the file was sent after the erasing', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner, { passport: present });
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    const fileNameOf = async () => (await uploadRows(owner, 'csv', [headingsInEnglish, rowOf(1)], present)).fileName;
    // The clock of the test stands still, so this import began at the moment of the erasing, and is stored after it.
    expect(await fileNameOf()).toBe('');
    harness.clock.advance(1);
    expect(await fileNameOf()).toBe(`${present}.csv`);
  });

  test('is not brought back by the import of such a row before that sweep', async () => {
    const harness = await open();
    const { db } = harness.database;
    const owner = await harness.signIn('super-admin');
    const { _id: person } = await addApplication(owner, { passport: present });
    const { _id: id, columns } = await uploadRows(owner, 'csv', [
      headingsInEnglish,
      rowOf(1, { passport: present }),
      rowOf(2),
    ]);
    const [read] = await db.selectFrom('importRow').selectAll().where('number', '=', 2).execute();
    dataOf(await owner.call('eraseApplication', { params: { id: person }, json }));
    if (read) await db.insertInto('importRow').values(read).execute();
    dataOf(await owner.call('checkImport', { params: { id }, json: { columns } }));
    expect((await importAfterJob(harness, owner, id)).fit).toBe(2);
    dataOf(await owner.call('startImport', { params: { id } }));
    expect(await importAfterJob(harness, owner, id)).toMatchObject({ state: 'imported', imported: 1 });
    const found = dataOf(await owner.call('searchApplications', { json: { search: present } }));
    expect(found.totalApplication).toBe(0);
  });

  test('is not in them either where the product was restarted with a new key before that sweep', async () => {
    const [key, newKey] = [testSecretKey, `${testSecretKey}, the next`];
    const before = await open({ environment: { SECRET_KEY: key } });
    const { db } = before.database;
    const owner = await before.signIn('super-admin');
    const { _id: id } = await addApplication(owner, { passport: present });
    await uploadRows(owner, 'csv', [headingsInEnglish, rowOf(1, { passport: present })]);
    const [read] = await db.selectFrom('importRow').selectAll().execute();
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    if (read) await db.insertInto('importRow').values(read).execute();
    const after = await open({ beside: before, environment: { SECRET_KEY: newKey, SECRET_KEY_BEFORE: key } });
    for (const work of sweeps) await work(systemContext(after));
    expect(await db.selectFrom('importRow').select('number').execute()).toEqual([]);
  });
});
