/**
 * Small reads that share a round trip. Where the engine is a server of its own, nearly all of such a read is the way
 * there and back; those that are asked for while as many journeys as may be are under way go with the next, in one
 * statement. Each is read after it was asked for, so none sees anything older than it would alone.
 */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { compiled, type Statement } from './compiled.ts';
import type { Database } from './database.ts';

const atOnceMax = 64;
/** With one, whoever came just after it left waited for its way back; with more, each would carry fewer. */
const usualJourneysMax = 2;

interface Asked<Row> {
  parameters: readonly unknown[];
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
}

/**
 * A statement of `width` texts, each of which `build` uses once, in their order. Its rows bear the names of their columns, so no
 * two may be called the same, nor `nth`.
 */
export function gathered<Row>(
  width: number,
  build: (values: readonly RawBuilder<string>[]) => RawBuilder<Row>,
  { journeysMax = usualJourneysMax } = {},
): Statement<Row> {
  const alone = compiled<Row>((query) => ({
    compile: () => build(Array.from({ length: width }, () => sql<string>`${''}`)).compile(query),
  }));
  const names = Array.from({ length: width }, (_, at) => `value_${at}`);
  const together = compiled<Row & { nth: number }>((query) => ({
    compile: () =>
      sql<Row & { nth: number }>`
        select asked.nth, found.*
        from unnest(${sql.join(names.map(() => sql`${[]}::text[]`))})
          with ordinality as asked(${sql.join([...names, 'nth'].map((name) => sql.ref(name)))})
        cross join lateral (${build(names.map((name) => sql<string>`${sql.ref(`asked.${name}`)}`))}) as found
      `.compile(query),
  }));

  async function readTogether(ctx: Context, asked: readonly Asked<Row>[]): Promise<void> {
    const lists = names.map((_, at) => asked.map(({ parameters }) => parameters[at]));
    const rows: Row[][] = asked.map(() => []);
    for (const row of await together(ctx, lists)) rows[row.nth - 1]?.push(row);
    for (const [at, { resolve }] of asked.entries()) resolve(rows[at] ?? []);
  }

  async function readAlone(ctx: Context, { parameters, resolve, reject }: Asked<Row>): Promise<void> {
    await alone(ctx, parameters).then(resolve, reject);
  }

  async function read(ctx: Context, asked: readonly Asked<Row>[]): Promise<void> {
    const [first] = asked;
    if (first && asked.length === 1) return readAlone(ctx, first);
    try {
      await readTogether(ctx, asked);
    } catch (error) {
      if (ctx.database.faultOf(error)) for (const { reject } of asked) reject(error);
      // What the engine refuses of one must not be refused to the others.
      else await Promise.all(asked.map((each) => readAlone(ctx, each)));
    }
  }

  const desks = new WeakMap<Database, { waiting: Asked<Row>[]; journeys: number }>();

  return (ctx, parameters) => {
    const { database } = ctx;
    if (database.engine === 'sqlite' || ctx.query !== database.query) return alone(ctx, parameters);
    const desk = desks.get(database) ?? { waiting: [], journeys: 0 };
    desks.set(database, desk);
    const send = async () => {
      if (desk.journeys >= journeysMax) return;
      desk.journeys++;
      // Lets the requests that are being read join in.
      await setImmediate();
      while (desk.waiting.length) await read(ctx, desk.waiting.splice(0, atOnceMax));
      desk.journeys--;
    };
    return new Promise<Row[]>((resolve, reject) => {
      desk.waiting.push({ parameters, resolve, reject });
      send();
    });
  };
}
