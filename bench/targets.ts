/** The rows of the table: the measured work, its comparison, and the target. */
import type { Engine } from './stage.ts';

type Row = 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'A7' | 'A8' | 'A9' | 'A10' | 'A11' | 'A12' | 'P1' | 'V1';

export interface Target {
  row: Row | Record<Engine, Row>;
  what: string;
  /** What the same run measured for comparison; null where the target is an absolute figure. */
  beside: string | null;
  /**
   * `ratio`: the first divided by the second counts; `difference`: the first minus the second, in milliseconds; `absolute`: the
   * figure itself, whatever was measured beside it.
   */
  kind: 'ratio' | 'difference' | 'absolute';
  unit: 'a second' | 'ms' | 'MB' | '%';
  least?: number;
  /** One value for both engines, or one for each. */
  most?: number | Record<Engine, number>;
}

const lookUp = { sqlite: 'A1', postgres: 'A2' } as const;
const ratio = { kind: 'ratio', unit: 'a second' } as const;
const absolute = { kind: 'absolute', beside: null } as const;
const memory = { row: 'A12', ...absolute, unit: 'MB' } as const;
const asSmall = 'the same on a hundredth of the records';
const asCounted = 'baseline: count(*) each time, unindexed search';

export const targets = {
  statusCheck: {
    row: 'V1',
    what: "a person's check: form, redirect, page, 8 connections",
    beside: "React's own rendering of the page, the same look-up",
    ...ratio,
    least: 0.5,
  },
  lookUp: {
    row: lookUp,
    what: 'status check by one API call, 32 connections',
    beside: 'baseline: the same look-up, the same bytes',
    ...ratio,
    least: 0.45,
  },
  lookUpLatency: {
    row: lookUp,
    what: 'p99 of it at half that rate',
    beside: 'baseline at half of its own',
    ...ratio,
    unit: 'ms',
    most: 3,
  },
  miss: { row: 'A3', what: 'a miss, each from an address of its own', beside: 'status check', ...ratio, least: 0.15 },
  missKept: { row: 'A3', what: 'misses answered that the database has', ...absolute, unit: '%', least: 100 },
  list: { row: 'A4', what: 'list, page 1 with total, 8 connections', beside: asSmall, ...ratio, least: 0.8 },
  deepPage: { row: 'A5', what: 'list, page 5,000', beside: 'page 1', ...ratio, least: 0.5 },
  lastPage: { row: 'A5', what: 'list, last page', beside: 'page 1', ...ratio, least: 0.5 },
  middlePage: { row: 'A5', what: 'list, the page in the middle (reported)', beside: 'page 1', ...ratio },
  search: {
    row: 'A6',
    what: 'search of 3 to 7 characters with total, 4 connections',
    beside: asSmall,
    ...ratio,
    least: 0.3,
  },
  searchCommon: {
    row: 'A6',
    what: 'p95 of the most common three characters',
    ...absolute,
    unit: 'ms',
    most: { sqlite: 50, postgres: 200 },
  },
  searchOne: { row: 'A6', what: 'p95 of the most common character', ...absolute, unit: 'ms', most: 500 },
  searchTwo: { row: 'A6', what: 'p95 of the most common two characters', ...absolute, unit: 'ms', most: 500 },
  listCounted: { row: 'A7', what: 'list, page 1 with total', beside: asCounted, ...ratio, least: 20 },
  searchCounted: { row: 'A7', what: 'search with total', beside: asCounted, ...ratio, least: 20 },
  staffCall: { row: 'A8', what: 'slides asked for with a session', beside: 'without', ...ratio, least: 0.7 },
  pictures: { row: 'A9', what: 'six attachments of 10 MB: pictures', beside: 'sharp alone', ...ratio, least: 0.7 },
  uploadMemory: { row: 'A9', what: 'memory that ten such uploads at once add', ...absolute, unit: 'MB', most: 150 },
  uploadOthers: { row: 'A9', what: 'p95 of other requests meanwhile', ...absolute, unit: 'ms', most: 100 },
  file: {
    row: 'A10',
    what: 'file of 1 MB, 8 connections',
    beside: 'baseline: the same bytes from the disk',
    ...ratio,
    least: 0.4,
  },
  start: {
    row: 'A11',
    what: 'start to the first 200',
    beside: 'importing the same modules',
    kind: 'difference',
    unit: 'ms',
    most: 300,
  },
  memoryIdle: { ...memory, what: 'memory, idle', most: 120 },
  memoryLoaded: { ...memory, what: 'memory after 100,000 status checks', most: 200 },
  memoryMore: { ...memory, what: 'what 100,000 more add', most: 20 },
  home: { row: 'P1', what: 'home page, 32 connections', beside: 'baseline: the same bytes', ...ratio, least: 0.5 },
  slideShown: {
    row: 'P1',
    what: "staff's save of a slide to the page that shows it",
    ...absolute,
    unit: 'ms',
    most: 1_000,
  },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

export interface Figure {
  target: TargetName;
  engine: Engine;
  value: number;
  beside?: number;
  /** Processor time per request, of the product and of what is measured beside it. */
  microseconds?: [number | null, number | null];
}

export interface Verdict {
  row: Row;
  what: string;
  engine: Engine;
  unit: Target['unit'];
  value: number;
  beside: number | null;
  besideWhat: string | null;
  kind: Target['kind'];
  /** The value that is compared with the target. */
  reached: number;
  /** As it is written: `≥ 0.5`. */
  target: string;
  /** Null if there is no target, or nothing could be measured. */
  holds: boolean | null;
  microseconds: [number | null, number | null] | null;
}

export function judge({ target: name, engine, value, beside, microseconds }: Figure): Verdict {
  const { row, what, beside: besideWhat, kind, unit, least, most }: Target = targets[name];
  const other = beside ?? Number.NaN;
  const reached = kind === 'ratio' ? value / other : kind === 'difference' ? value - other : value;
  const atMost = typeof most === 'object' ? most[engine] : most;
  return {
    row: rowOf(row, engine),
    what,
    engine,
    unit,
    value,
    beside: beside ?? null,
    besideWhat,
    kind,
    reached,
    target: least !== undefined ? `≥ ${least}` : atMost !== undefined ? `≤ ${atMost}` : '–',
    holds: Number.isNaN(reached) ? null : doesHold(reached, least, atMost),
    microseconds: microseconds ?? null,
  };
}

function doesHold(reached: number, least: number | undefined, most: number | undefined): boolean | null {
  if (least !== undefined) return reached >= least;
  return most === undefined ? null : reached <= most;
}

/** The targets of an engine in these rows, or all of them. */
export function targetsOf(rows: readonly string[] | null, engine: Engine): TargetName[] {
  const names = Object.keys(targets) as TargetName[];
  return names.filter((name) => !rows || rows.includes(rowOf(targets[name].row, engine)));
}

function rowOf(row: Target['row'], engine: Engine): Row {
  return typeof row === 'object' ? row[engine] : row;
}
