import { readFile } from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { restoreFirstFinds } from '../../test/earlier-release.ts';
import { insertMany } from '../../test/rows.ts';
import { dataOf, onEachEngine } from '../../test/world.ts';
import { checkTallies } from '../applications/check.db.ts';
import { systemContext } from '../context.ts';
import { migrate } from './migrate.ts';

onEachEngine('a database of an earlier release', (open, engine) => {
  const execute = async (world: Awaited<ReturnType<typeof open>>, statement: string) =>
    world.database.query.executeQuery(CompiledQuery.raw(statement));

  /** What the third release put in the place of the first one's tallies and search, taken back. */
  async function restoreFirstLists(world: Awaited<ReturnType<typeof open>>): Promise<void> {
    const views = ['live_tally', 'live_gram', 'live_suffix'];
    const tables = ['application_tally', 'application_gram', 'application_suffix'];
    if (engine === 'sqlite') {
      const { rows } = await execute(
        world,
        "select name from sqlite_schema where type = 'trigger' and tbl_name = 'application'",
      );
      for (const { name } of rows as { name: string }[]) await execute(world, `drop trigger ${name}`);
      views.push('counted_status', 'counted_passport');
      tables.push('place');
    } else {
      await execute(world, 'drop function applications_added() cascade');
      await execute(world, 'drop function applications_changed() cascade');
      await execute(world, 'drop type live_change cascade');
    }
    for (const view of views) await execute(world, `drop view ${view}`);
    for (const table of tables) await execute(world, `drop table ${table}`);
    await execute(world, 'drop index application_walk');
    const text = await readFile(new URL(`./migrations/${engine}/0001-first.sql`, import.meta.url), 'utf8');
    const kept =
      /^create (virtual table|table|index|trigger|function) application_(tally|search|short_search|added|left|returned|decided|renumbered|changed)\b/m;
    for (const statement of text.split(/\n\s*\n/)) if (kept.test(statement)) await execute(world, statement);
    await execute(world, "delete from migration where name = '0003-lists-and-search.sql'");
  }

  test('gets the tallies and the search of all records that it has', async () => {
    const world = await open();
    await restoreFirstLists(world);
    await insertMany(world, 300, { deletedEvery: 7, apart: 200 });
    await migrate(world.database);
    expect(await checkTallies(systemContext(world))).toEqual([]);
    const staff = await world.signIn('admin');
    const whole = dataOf(await staff.call('applications', { query: { page: 20 } }));
    const found = dataOf(await staff.call('applications', { query: { search: whole.applications[0]?.passport } }));
    expect([whole.totalApplication, found.totalApplication]).toEqual([300 - Math.floor(300 / 7), 1]);
  });

  test('keeps every record of who has seen which application, in order of time', async () => {
    const world = await open();
    await restoreFirstFinds(world.database);
    await execute(
      world,
      `insert into enquiry_find (hour, address, passport, application_id, last_at, times) values
      ('2026-03-10T07', 'a', 'p', 'x', '2026-03-10T07:20:00.000Z', 1),
      ('2026-03-10T06', 'b', 'q', 'y', '2026-03-10T06:40:00.000Z', 3)`,
    );
    await migrate(world.database);
    const finds = await world.database.query.selectFrom('enquiryFind').selectAll().orderBy('sequence').execute();
    expect(finds).toMatchObject([
      { at: '2026-03-10T06:40:00.000Z', address: 'b', passport: 'q', applicationId: 'y', times: 3 },
      { at: '2026-03-10T07:20:00.000Z', address: 'a', passport: 'p', applicationId: 'x', times: 1 },
    ]);
  });
});
