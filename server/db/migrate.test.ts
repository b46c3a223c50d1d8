import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/harness.ts';
import { laterMigration, withLaterRelease } from '../../test/later-release.ts';
import { migrate, migrationState } from './migrate.ts';

onEachEngine('a database of an earlier release', (open) => {
  test('gets the migrations of the later one once, and reports each step', async () => {
    const { database } = await open();
    const text = "-- What is new.\n\ninsert into setting (name, value) values ('later', '1')\n";
    await withLaterRelease(database, text, async (migrations) => {
      expect(await migrationState(database, migrations)).toBe('older');
      const lines: string[] = [];
      await migrate(database, { report: (line) => lines.push(line), folder: migrations });
      await migrate(database, { report: (line) => lines.push(line), folder: migrations });
      expect(lines).toEqual([`Migrating the database: 1 of 1 (${laterMigration})`]);
      expect(await migrationState(database, migrations)).toBe('current');
      const kept = await database.db.selectFrom('setting').select('value').where('name', '=', 'later').execute();
      expect(kept).toEqual([{ value: '1' }]);
      await expect(migrate(database)).rejects.toThrow(
        `The database was changed by another release (${laterMigration}). Start the release that last ran on it, or a newer one.`,
      );
    });
  });

  test('is unchanged when a statement of the later one fails', async () => {
    const { database } = await open();
    const text = "insert into setting (name, value) values ('later', '1');\n\ndelete from nowhere;\n";
    await withLaterRelease(database, text, async (migrations) => {
      await expect(migrate(database, { folder: migrations })).rejects.toThrow(/nowhere/);
      expect(await migrationState(database, migrations)).toBe('older');
      const kept = await database.db.selectFrom('setting').select('value').where('name', '=', 'later').execute();
      expect(kept).toEqual([]);
    });
  });

  test('is refused by a release whose migration has the same name and another text', async () => {
    const { database } = await open();
    const text = 'delete from setting where false;';
    await withLaterRelease(database, text, async (migrations) => {
      await migrate(database, { folder: migrations });
      await withLaterRelease(database, `${text}\n`, async (others) => {
        await expect(migrationState(database, others)).rejects.toThrow(/changed by another release/);
      });
    });
  });
});
