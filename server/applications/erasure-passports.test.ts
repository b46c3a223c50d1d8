/** Erasing finds what is stored under a passport also when an edit has replaced it. */
import { expect, test } from 'vitest';
import { addApplication, formOf } from '../../test/build.ts';
import { dataOf, onEachEngine } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { uploadRows } from '../../test/import-runs.ts';

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
      const { query } = harness.database;
      const rows = await query.selectFrom('importRow').select('number').orderBy('number').execute();
      const misses = await query.selectFrom('enquiryMiss').select('passport').execute();
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

  test('is erased without those of another record that has the former passport by now', async () => {
    const { owner, id, traces } = await openWithTraces();
    await addApplication(owner, { passport: former });
    dataOf(await owner.call('eraseApplication', { params: { id }, json }));
    expect(await traces()).toEqual({ rows: [2, 3], misses: 1 });
  });
});
