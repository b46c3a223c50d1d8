import { readFile } from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { onEachEngine } from '../../test/world.ts';
import { migrate } from './migrate.ts';

onEachEngine('a database of an earlier release', (open, engine) => {
  const execute = async (world: Awaited<ReturnType<typeof open>>, statement: string) =>
    world.database.query.executeQuery(CompiledQuery.raw(statement));

  /** The text of a statement of the first release that creates a table. */
  async function firstTable(name: string): Promise<string> {
    const text = await readFile(new URL(`./migrations/${engine}/0001-first.sql`, import.meta.url), 'utf8');
    const statement = text.split(/\n\s*\n/).find((each) => each.includes(`create table ${name} (`));
    if (!statement) throw new Error(`The first release has no table ${name}.`);
    return statement;
  }

  test('keeps every record of who has seen which application, in order of time', async () => {
    const world = await open();
    await execute(world, 'drop table enquiry_find');
    await execute(world, await firstTable('enquiry_find'));
    await execute(
      world,
      `insert into enquiry_find (hour, address, passport, application_id, last_at, times) values
      ('2026-03-10T07', 'a', 'p', 'x', '2026-03-10T07:20:00.000Z', 1),
      ('2026-03-10T06', 'b', 'q', 'y', '2026-03-10T06:40:00.000Z', 3)`,
    );
    await execute(world, "delete from migration where name = '0002-finds-in-order.sql'");
    await migrate(world.database);
    const finds = await world.database.query.selectFrom('enquiryFind').selectAll().orderBy('sequence').execute();
    expect(finds).toMatchObject([
      { at: '2026-03-10T06:40:00.000Z', address: 'b', passport: 'q', applicationId: 'y', times: 3 },
      { at: '2026-03-10T07:20:00.000Z', address: 'a', passport: 'p', applicationId: 'x', times: 1 },
    ]);
  });
});
