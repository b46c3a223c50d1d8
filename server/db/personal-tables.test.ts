/** Compares the register of tables with the tables of the database. */
import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { camelCase } from './database.ts';
import { erasure } from './personal-tables.ts';

/** The numbers from 1 on, to which no record adds a row. */
const helper = 'passportPosition';

onEachEngine('the register of personal data', (open) => {
  test('names every table of the database, and every column of those whose rows stay when a person is erased', async () => {
    const { database } = await open();
    const found = await database.db.introspection.getTables();
    const tables = found.filter(({ isView, name }) => !isView && camelCase(name) !== helper);
    expect(tables.map(({ name }) => camelCase(name)).sort()).toEqual(Object.keys(erasure).sort());
    for (const { name, columns } of tables) {
      const how = erasure[camelCase(name) as keyof typeof erasure];
      const names = columns.map((column) => camelCase(column.name));
      if ('keeps' in how) expect(names.sort(), name).toEqual(Object.keys(how.keeps).sort());
      else if ('foundBy' in how) expect(names, name).toContain(how.column);
      // A column with the id of an application leads to a person, so its rows are deleted with the record.
      if (names.includes('applicationId')) expect(how, name).toHaveProperty('foundBy');
    }
  });
});
