/** COPY keeps every text unchanged; needs the server of TEST_DATABASE_URL. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '../test/database.ts';
import { withCopy } from './loading.ts';

const server = process.env.TEST_DATABASE_URL ?? '';

test.runIf(server)('rows arrive by COPY as they were given, whatever letters they have', async () => {
  const notes = ['a\tb', 'two\nlines', 'carriage\rreturn', 'C:\\new\\table', '\\N', '\\.', '', 'পাসপোর্ট', null];
  const given = notes.map((note, index) => ({ rowNumber: index, note }));
  const database = await createDatabase(server);
  try {
    const found = await withCopy(database.url, async (db, insert) => {
      await sql`create table given (row_number integer, note text)`.execute(db);
      await insert('given', given);
      await insert('given', []);
      return sql`select * from given order by row_number`.execute(db);
    });
    expect(found.rows).toEqual(given);
  } finally {
    await database.drop();
  }
});

test.runIf(server)('what a transaction copied is gone when it fails', async () => {
  const database = await createDatabase(server);
  try {
    const left = await withCopy(database.url, async (db, insert) => {
      await sql`create table given (row_number integer not null)`.execute(db);
      const load = db.transaction().execute(async () => {
        await insert('given', [{ rowNumber: 1 }]);
        await insert('given', [{ rowNumber: null }]);
      });
      await expect(load).rejects.toThrow('row_number');
      return sql`select * from given`.execute(db);
    });
    expect(left.rows).toEqual([]);
  } finally {
    await database.drop();
  }
});
