/** A1, A2, A3: the status check beside the same look-up by a bare server, and a miss beside a hit. */
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { endpoints } from '../../contract/endpoints.ts';
import { answerTo, requireSame } from '../answer.ts';
import type { Figure } from '../bars.ts';
import { requestText } from '../load.ts';
import { enquiries, nationalityKeys } from '../people.ts';
import { startBare } from '../processes.ts';
import { type Filled, type Stage, withProduct } from '../stage.ts';
import { compared, inTurns } from '../turns.ts';

const { method, path } = endpoints.enquiry;
const connections = 32;
/** A check is the longest way of all, and gets a quarter faster until the compiler has been everywhere on it. */
const warmUps = 4;

export async function measureLookUp(stage: Stage): Promise<Figure[]> {
  const { engine, large, pace } = stage;
  return withProduct(stage, large, async ({ port, pid }) => {
    const next = enquiries(large.rows);
    const json = next();
    const sample = await answerTo({ port, method, path, json });
    const bare = await startBare('records', {
      database: large.database,
      head: sample.head,
      nationalityKeys: nationalityKeys(),
    });
    requireSame(sample, await answerTo({ port: bare.port, method, path, json }), 'look-up');

    const ask = (port: number) => () => requestText({ port, method, path, json: next() });
    const since = new Date().toISOString();
    const sides = {
      bare: { ...bare, connections, next: ask(bare.port) },
      hit: { port, pid, connections, next: ask(port) },
    };
    const measured = await inTurns(
      { ...sides, miss: { port, pid, connections, next: misses(port) } },
      { ...pace, warmUpMs: pace.warmUpMs * warmUps },
    );
    const kept = await missesKept(large, since);
    const { hit, miss } = measured;
    const atHalf = await inTurns(
      {
        bare: { ...sides.bare, perSecond: measured.bare.perSecond / 2 },
        hit: { ...sides.hit, perSecond: hit.perSecond / 2 },
      },
      // Both have just been asked for all they can do.
      { ...pace, warmUpMs: 0 },
    );
    await bare.stop();
    return [
      { bar: 'lookUp', engine, ...compared(hit, measured.bare) },
      { bar: 'lookUpLatency', engine, value: atHalf.hit.latency(0.99), beside: atHalf.bare.latency(0.99) },
      { bar: 'miss', engine, ...compared(miss, hit) },
      { bar: 'missKept', engine, value: (100 * kept) / miss.count },
    ];
  });
}

/** Passports that nobody has, each from an address of its own: no budget is ever spent. */
function misses(port: number): () => string {
  let at = 0;
  return () => {
    at++;
    const address = [10, at >> 16, at >> 8, at].map((part) => part & 255).join('.');
    const json = { search: `ZZ${at}`, search1: 'Bangladeshi', search2: '1990-01-01' };
    return requestText({ port, method, path, headers: { 'x-forwarded-for': address }, json });
  };
}

/** As another process sees them; the hourly sweep may take older ones away meanwhile. */
async function missesKept({ database }: Filled, since: string): Promise<number> {
  const text = 'select count(*) as count from enquiry_miss where at >=';
  if ('file' in database) {
    const connection = new BetterSqlite(database.file, { readonly: true });
    const { count } = connection.prepare(`${text} ?`).get(since) as { count: number };
    connection.close();
    return count;
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`${text} $1`, [since]);
  await client.end();
  return Number(rows[0]?.count);
}
