/** A1, A2, A3: the status check beside the same look-up by a bare server, and a miss beside a hit. */
import { endpoints } from '../../contract/endpoints.ts';
import { answerTo, requireSame } from '../answer.ts';
import { load, requestText } from '../load.ts';
import { missesSince } from '../misses.ts';
import { enquiries, nationalityKeys } from '../people.ts';
import { startBaseline } from '../processes.ts';
import { type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { compared, inTurns } from '../turns.ts';

const { method, path } = endpoints.enquiry;
const connections = 32;
/** Additional warm-ups: a check runs the most code, and becomes faster until all of it is compiled. */
const warmUpsMore = 6;

export async function measureLookUp(stage: Stage): Promise<Figure[]> {
  const { engine, large, pace } = stage;
  return withProduct(stage, large, async ({ port, pid }) => {
    const next = enquiries(large.rows);
    const json = next();
    const sample = await answerTo({ port, method, path, json });
    const baselineProcess = await startBaseline('records', {
      database: large.database,
      head: sample.head,
      nationalityKeys: nationalityKeys(),
    });
    requireSame(sample, await answerTo({ port: baselineProcess.port, method, path, json }), 'look-up');

    const ask = (port: number) => () => requestText({ port, method, path, json: next() });
    const since = new Date().toISOString();
    const baselineSide = { ...baselineProcess, connections, next: ask(baselineProcess.port) };
    const side = { port, pid, connections, next: ask(port) };
    await load({ ...side, ms: pace.warmUpMs * warmUpsMore });
    const { baseline, baselineAtHalf, hit, hitAtHalf, miss } = await inTurns(
      {
        baseline: baselineSide,
        baselineAtHalf: { ...baselineSide, halfOf: 'baseline' },
        hit: side,
        hitAtHalf: { ...side, halfOf: 'hit' },
        miss: { ...side, next: misses(port) },
      },
      pace,
    );
    const storedMisses = await missesSince(large.database, since);
    await baselineProcess.stop();
    return [
      { target: 'lookUp', engine, ...compared(hit, baseline) },
      { target: 'lookUpLatency', engine, value: hitAtHalf.latency(0.99), beside: baselineAtHalf.latency(0.99) },
      { target: 'miss', engine, ...compared(miss, hit) },
      { target: 'missKept', engine, value: (100 * storedMisses) / miss.count },
    ];
  });
}

/** Passports that do not exist, each from an address of its own, so that no budget is spent. */
function misses(port: number): () => string {
  let at = 0;
  return () => {
    at++;
    const address = [10, at >> 16, at >> 8, at].map((part) => part & 255).join('.');
    const json = { search: `ZZ${at}`, search1: 'Bangladeshi', search2: '1990-01-01' };
    return requestText({ port, method, path, headers: { 'x-forwarded-for': address }, json });
  };
}
