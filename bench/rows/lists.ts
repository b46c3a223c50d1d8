/** A4 to A7: pages and searches of a large list beside a small list, beside page 1, and beside a list that counts. */
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { requestText } from '../load.ts';
import { mostCommonPart, passportParts } from '../people.ts';
import { type BaselineProcess, startBaseline } from '../processes.ts';
import { cookieOf, type Filled, type Running, type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { compared, inTurns, type Side } from '../turns.ts';

const { path } = endpoints.applications;
const listConnections = 8;
const searchConnections = 4;
const deepPage = 5_000;

export async function measureLists(stage: Stage): Promise<Figure[]> {
  const { large, small } = stage;
  if (!small) throw new Error('The rows of lists need the small database as well.');
  const figures: Figure[] = [];
  await withProduct(stage, small, (smallProduct) =>
    withProduct(stage, large, async (product) => {
      const baseline = await startBaseline('records', { database: large.database, head: [], nationalityKeys: {} });
      const ofSmall = { requests: await staffRequests(smallProduct), filled: small };
      const ofLarge = { requests: await staffRequests(product), filled: large };
      figures.push(...(await pages(stage, ofLarge, ofSmall, baseline)));
      figures.push(...(await searches(stage, ofLarge, ofSmall, baseline)));
      await baseline.stop();
    }),
  );
  return figures;
}

interface ListCalls {
  /** The requests of a signed-in client for a list. */
  requests: (query: (at: number) => string, connections: number) => Side;
  filled: Filled;
}

async function staffRequests({ port, pid, staff }: Running): Promise<ListCalls['requests']> {
  const headers = cookieOf(await staff());
  return (query, connections) => ({
    port,
    pid,
    connections,
    next: (at) => requestText({ port, path: `${path}?${query(at)}`, headers }),
  });
}

function baselineRequests({ port, pid }: BaselineProcess, query: () => string, connections: number): Side {
  return { port, pid, connections, next: () => requestText({ port, path: `${path}?${query()}` }) };
}

async function pages(
  { engine, pace }: Stage,
  large: ListCalls,
  small: ListCalls,
  baseline: BaselineProcess,
): Promise<Figure[]> {
  const last = Math.ceil(large.filled.rows / limits.pageSize);
  const page = (number: number) => large.requests(() => `page=${number}`, listConnections);
  const measured = await inTurns(
    {
      small: small.requests(() => 'page=1', listConnections),
      first: page(1),
      deep: page(Math.min(deepPage, last)),
      last: page(last),
      baseline: baselineRequests(baseline, () => '', listConnections),
    },
    pace,
  );
  const { first } = measured;
  // No target depends on it, so one burst is enough.
  const { middle } = await inTurns({ middle: page(Math.ceil(last / 2)) }, { ...pace, warmUpMs: 0, bursts: 1 });
  return [
    { target: 'list', engine, ...compared(first, measured.small) },
    ...(last >= deepPage ? [{ target: 'deepPage', engine, ...compared(measured.deep, first) } as const] : []),
    { target: 'lastPage', engine, ...compared(measured.last, first) },
    { target: 'middlePage', engine, ...compared(middle, first) },
    { target: 'listCounted', engine, ...compared(first, measured.baseline) },
  ];
}

async function searches(
  { engine, pace }: Stage,
  large: ListCalls,
  small: ListCalls,
  baseline: BaselineProcess,
): Promise<Figure[]> {
  const query = (rows: number) => {
    const part = passportParts(rows);
    return () => `search=${part()}`;
  };
  const { rows } = large.filled;
  const measured = await inTurns(
    {
      small: small.requests(query(small.filled.rows), searchConnections),
      large: large.requests(query(rows), searchConnections),
      baseline: baselineRequests(baseline, query(rows), searchConnections),
    },
    pace,
  );
  const parts = [1, 2, 3].map((length) => mostCommonPart(rows, length));
  const { common } = await inTurns(
    { common: large.requests((at) => `search=${parts[at % parts.length]}`, searchConnections) },
    pace,
  );
  const mostCommon = (length: number) => common.latency(0.95, { at: length - 1, of: parts.length });
  return [
    { target: 'search', engine, ...compared(measured.large, measured.small) },
    { target: 'searchCommon', engine, value: mostCommon(3) },
    { target: 'searchOne', engine, value: mostCommon(1) },
    { target: 'searchTwo', engine, value: mostCommon(2) },
    { target: 'searchCounted', engine, ...compared(measured.large, measured.baseline) },
  ];
}
