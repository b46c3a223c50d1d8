import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { slotNames } from '../../contract/application-form.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { fileColumns } from '../db/application-columns.ts';
import { checkFiles, withExistingRow } from './check.ts';

onEachEngine('the check of files', (open) => {
  it('reports each named file that has no row, and the place of each file that has no bytes', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    const photo = await buildPhoto();
    const form = formOf({}, Object.fromEntries(slotNames.map((slot) => [slot, photo])));
    dataOf(await staff.call('updateAttachments', { params: { id: _id }, form }));
    const ctx = systemContext(harness);
    expect(await checkFiles(ctx)).toEqual([]);

    const places: string[] = [];
    for (const column of fileColumns) {
      const { name } = await ctx.db
        .selectFrom('application')
        .select(`${column} as name`)
        .where('id', '=', _id)
        .executeTakeFirstOrThrow();
      const stored = await ctx.storage.get(name ?? '');
      const bytes = stored ? await buffer(stored.stream) : '';
      await ctx.storage.remove(name ?? '');
      const problems = await checkFiles(ctx);
      expect(problems, column).toHaveLength(1);
      places.push(problems[0]?.match(/It is the (.+) of .+, application/)?.[1] ?? '');
      const path = `${harness.settings.dataDir}/${column}`;
      await writeFile(path, bytes);
      await ctx.storage.put(name ?? '', path, 'image/jpeg');

      await ctx.db
        .updateTable('application')
        .set({ [column]: 'gone.jpg' })
        .where('id', '=', _id)
        .execute();
      expect(await checkFiles(ctx), column).toEqual([
        `The record ${_id} names a file that has no row. Restore a backup, or put the file in again in the office.`,
      ]);
      await ctx.db
        .updateTable('application')
        .set({ [column]: name })
        .where('id', '=', _id)
        .execute();
    }
    expect(places).toEqual(['photo', 'Job Letter', 'Lmias', 'Visa', 'Visa Form', 'Work Permit', 'Air Tickets']);
  });

  it('holds when a whole folder is lost, with more files than a statement has parameters', async () => {
    const harness = await open();
    const { image } = await addApplication(await harness.signIn('admin'));
    const lost = Array.from({ length: 70_000 }, (_, at) => [`${at.toString(16).padStart(24, '0')}.jpg`, ''] as const);
    const own = [image?.split('/').at(-1), 'This one has its row.'] as [string, string];
    expect(await withExistingRow(systemContext(harness), new Map([...lost, own]))).toEqual([own]);
  });
});
