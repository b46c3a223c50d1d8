/** Measures several sides in alternating bursts, so that other work on the machine affects all of them alike. */
import type { Host } from './host.ts';
import { type Load, load } from './load.ts';
import { processorTime } from './processes.ts';

interface PaceSettings {
  warmUpMs: number;
  burstMs: number;
  bursts: number;
  /** The number of status checks between two measurements of the memory. */
  checks: number;
}

export interface Pace extends PaceSettings {
  host: Host;
}

export const usualPace: PaceSettings = { warmUpMs: 1_000, burstMs: 5_000, bursts: 3, checks: 100_000 };
export const quickPace: PaceSettings = { warmUpMs: 100, burstMs: 150, bursts: 2, checks: 1_000 };

export interface Side<Name extends string = never> extends Pick<Load, 'port' | 'connections' | 'next' | 'follow'> {
  pid: number;
  /** Requests are due at half of the rate that this side, which is listed earlier, has just reached. */
  halfOf?: Name;
}

export interface Measured {
  /** Requests per second of the median burst. */
  perSecond: number;
  /** Processor time of the process per request, of the median burst. */
  microseconds: number | null;
  /** Answered requests, including the warm-up and repeated bursts. */
  count: number;
  /**
   * The milliseconds that this share of the requests took at most, in the median burst; if several kinds of requests
   * were sent in turn, of one kind on request.
   */
  latency(share: number, kind?: { at: number; of: number }): number;
}

export async function inTurns<Name extends string>(
  sides: Record<Name, Side<NoInfer<Name>>>,
  { warmUpMs, burstMs, bursts, host }: Pace,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(sides) as Name[];
  const results = new Map<Name, { rates: number[]; costs: number[]; latencies: number[][]; count: number }>();
  const latest = new Map<Name, number>();
  const loadOn = async (name: Name, ms: number) => {
    const { pid: _, halfOf, ...side } = sides[name];
    return load({ ...side, ms, ...(halfOf && { perSecond: (latest.get(halfOf) ?? Number.NaN) / 2 }) });
  };
  for (const name of names) {
    const { count, perSecond } = await loadOn(name, warmUpMs);
    latest.set(name, perSecond);
    results.set(name, { rates: [], costs: [], latencies: [], count });
  }
  for (let burst = 0; burst < bursts; burst++) {
    for (const [name, result] of results) {
      const { perSecond, cost, latencies } = await host.undisturbed(async () => {
        const before = processorTime(sides[name].pid);
        const { count, perSecond, latencies } = await loadOn(name, burstMs);
        const after = processorTime(sides[name].pid);
        result.count += count;
        return { perSecond, cost: before === null || after === null ? null : (after - before) / count, latencies };
      });
      latest.set(name, perSecond);
      result.rates.push(perSecond);
      if (cost !== null) result.costs.push(cost);
      result.latencies.push(latencies);
    }
  }
  const measured = [...results].map(([name, { rates, costs, latencies, count }]) => {
    return [
      name,
      {
        perSecond: median(rates),
        microseconds: costs.length ? median(costs) : null,
        count,
        latency: (share: number, kind = { at: 0, of: 1 }) =>
          median(latencies.map((burst) => quantile(ofKind(burst, kind), share))),
      },
    ] as const;
  });
  return Object.fromEntries(measured) as Record<Name, Measured>;
}

function ofKind(latencies: number[], { at, of }: { at: number; of: number }): number[] {
  return of === 1 ? latencies : latencies.filter((_, index) => index % of === at);
}

/** The value that this share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Two rates and what a request of each costs, for the table. */
export function compared(one: Measured, other: Measured) {
  return {
    value: one.perSecond,
    beside: other.perSecond,
    microseconds: [one.microseconds, other.microseconds] as [number | null, number | null],
  };
}
