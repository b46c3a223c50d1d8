/** What is kept of a file, and for how long. */
import { expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { checked, imported } from '../../test/import-runs.ts';
import { systemContext } from '../context.ts';
import { sweepImports } from './imports.ts';

onEachEngine('an import', (open) => {
  test('keeps nothing of a person longer than it must: not of an erased one, not after a day or 30', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const { _id, passport } = await addApplication(staff, { passport: 'EB7654321' });
    const run = await imported(harness, staff, [
      headingsInEnglish,
      rowOf(1),
      rowOf(2, { passport, company: 'Canary Ltd' }),
    ]);
    const cells = async () =>
      (await harness.database.query.selectFrom('importRow').select('cells').execute())
        .map((row) => row.cells ?? '')
        .join('');
    // Of an imported row nothing but its number stays; a refused one waits to be corrected.
    expect(await cells()).toContain('Canary');
    expect(await cells()).not.toContain('IM1000001');
    dataOf(await owner.call('eraseApplication', { params: { id: _id }, json: { reason: 'Asked for' } }));
    expect(await cells()).toBe('');
    const unfinished = await checked(harness, staff, [headingsInEnglish, rowOf(5)]);
    harness.clock.advance(24 * 3_600 + 1);
    await sweepImports(systemContext(harness));
    expectRefusal(
      await (await harness.signIn('admin')).call('importRun', { params: { id: unfinished._id } }),
      404,
      'not_found',
    );
    const later = await harness.signIn('admin');
    expect(dataOf(await later.call('imports')).map(({ _id }) => _id)).toEqual([run._id]);
    harness.clock.advance(30 * 86_400);
    await sweepImports(systemContext(harness));
    expect(dataOf(await (await harness.signIn('admin')).call('imports'))).toEqual([]);
    expect(await harness.database.query.selectFrom('importRecord').selectAll().execute()).toEqual([]);
  });
});
