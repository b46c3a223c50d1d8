/**
 * Measures the built product on one machine, each figure beside its baseline in the same run: `npm run bench`, with
 * `-- --rows 100000` for fewer applications than a million, `--only A1,A4` for some rows, `--engine sqlite` for one
 * engine, `--json FILE` to write the figures, `--data DIR` to fill folders once and use them again, `--repeat-minutes
 * N` to limit the time for repeating bursts that the host of the machine disturbed, and `--quick` for short bursts that
 * only show that it runs. PostgreSQL needs `DATABASE_URL`, on whose server it creates databases of its own. The exit
 * code is 0 whenever it could measure; the table says which targets are met.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { table } from '../page-budgets/table.ts';
import { Host } from './host.ts';
import { atEnd, endAll, removeFolder } from './processes.ts';
import { measureFile, measureUploads } from './rows/files.ts';
import { measureLists } from './rows/lists.ts';
import { measureLookUp } from './rows/look-up.ts';
import { measurePage } from './rows/page.ts';
import { measureMemory, measureStart } from './rows/process.ts';
import { measureStaffCall } from './rows/staff-call.ts';
import { measureStatusCheck } from './rows/status-check.ts';
import { type Engine, openStage, type Stage } from './stage.ts';
import { type Figure, judge, targets, targetsOf, type Verdict } from './targets.ts';
import { quickPace, usualPace } from './turns.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    engine: { type: 'string' },
    json: { type: 'string' },
    data: { type: 'string' },
    'repeat-minutes': { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
});

/** Each group measures its rows of the table together. */
const groups: { rows: string[]; measure: (stage: Stage) => Promise<Figure[]> }[] = [
  { rows: ['A11'], measure: measureStart },
  { rows: ['A12'], measure: measureMemory },
  { rows: ['V1'], measure: measureStatusCheck },
  { rows: ['A1', 'A2', 'A3'], measure: measureLookUp },
  { rows: ['A4', 'A5', 'A6', 'A7'], measure: measureLists },
  { rows: ['A8'], measure: measureStaffCall },
  { rows: ['A9'], measure: measureUploads },
  { rows: ['A10'], measure: measureFile },
  { rows: ['P1'], measure: measurePage },
];

const rows = Number(options.rows);
const repeatMinutes = Number(options['repeat-minutes']);
const host = new Host(options.quick ? 0 : repeatMinutes * 60_000);
const only = options.only?.split(',') ?? null;
const server = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL || null;
const engines = (['sqlite', 'postgres'] as const)
  .filter((engine) => (options.engine ?? engine) === engine && targetsOf(only, engine).length > 0)
  .filter((engine) => engine === 'sqlite' || server);
const isPostgresLeftOut = !server && options.engine !== 'sqlite' && targetsOf(only, 'postgres').length > 0;

if (!Number.isInteger(rows) || rows < 100 || rows > 5_000_000) usage('--rows must be from 100 to 5000000.');
if (!(repeatMinutes >= 0 && repeatMinutes <= 600)) usage('--repeat-minutes must be from 0 to 600 minutes.');
if (options.engine && !['sqlite', 'postgres'].includes(options.engine)) usage('--engine is sqlite or postgres.');
if (engines.length === 0 && !isPostgresLeftOut) usage(`No row is called ${options.only}.`);

const leave = (code: number) => endAll().finally(() => process.exit(code));
process.once('SIGINT', () => leave(130));
process.once('SIGTERM', () => leave(143));
process.once('uncaughtException', (error) => {
  process.stderr.write(`${inspect(error)}\n`);
  leave(1);
});

try {
  const started = performance.now();
  const [before = 0] = loadavg();
  const verdicts = await measureAll();
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  print(
    `\nThe product on ${rows.toLocaleString('en')} applications; ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node.js ${process.version}, ` +
      `load of the machine before ${before.toFixed(1)}; ${minutes} minutes${options.quick ? '; quick, so it proves nothing' : ''}.`,
  );
  print(tableOf(verdicts));
  const withTarget = verdicts.filter(({ holds }) => holds !== null);
  print(`\n${withTarget.filter(({ holds }) => holds).length} of ${withTarget.length} targets are met.`);
  const steal = host.steal();
  if (steal)
    print(
      `The host took ${percent(steal.mean)} of the processors' time from the bursts that count, ${percent(steal.most)} from one.`,
    );
  if (isPostgresLeftOut) print('The rows of PostgreSQL are left out: DATABASE_URL names no server.');
  if (options.json)
    await writeFile(options.json, `${JSON.stringify({ rows, quick: options.quick, steal, verdicts }, null, 2)}\n`);
} finally {
  await endAll();
}

async function measureAll(): Promise<Verdict[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'maplegate-bench-'));
  atEnd(async () => removeFolder(scratch));
  const groupsFor = (engine: Engine) => {
    const names = new Set(targetsOf(only, engine).map((name) => judge({ target: name, engine, value: 0 }).row));
    return groups.filter((group) => group.rows.some((row) => names.has(row as Verdict['row'])));
  };
  say(`filling ${rows.toLocaleString('en')} applications (${engines.join(' and ')})`);
  const stages = await Promise.all(
    engines.map((engine) =>
      openStage({
        engine,
        rows,
        hasSmall: groupsFor(engine).some(({ measure }) => measure === measureLists),
        pace: { ...(options.quick ? quickPace : usualPace), host },
        dataFolder: options.data ?? null,
        scratch,
        server,
      }),
    ),
  );
  const verdicts: Verdict[] = [];
  for (const stage of stages) {
    const names = targetsOf(only, stage.engine);
    for (const { rows, measure } of groupsFor(stage.engine)) {
      say(`${stage.engine}: ${rows.join(', ')}`);
      const figures = await measure(stage);
      verdicts.push(...figures.filter(({ target }) => names.includes(target)).map(judge));
    }
  }
  return verdicts.sort((one, other) => orderOf(one) - orderOf(other));
}

/** In the order of the targets, SQLite before PostgreSQL. */
function orderOf({ what, engine }: Verdict): number {
  return Object.values(targets).findIndex((target) => target.what === what) * 2 + (engine === 'sqlite' ? 0 : 1);
}

function tableOf(verdicts: Verdict[]): string {
  const lines = verdicts.map(
    ({ row, engine, what, unit, value, beside, besideWhat, kind, reached, target, holds, microseconds }) => [
      `${row.padEnd(3)} ${engine.padEnd(8)}  ${what}`,
      `${figure(value)} ${unit}`,
      beside === null ? '' : `${figure(beside)}`,
      besideWhat ?? '',
      kind === 'absolute'
        ? ''
        : kind === 'difference'
          ? `${reached < 0 ? '' : '+'}${figure(reached)} ms`
          : reached.toFixed(2),
      target,
      holds === null ? '' : holds ? 'yes' : 'no',
      microseconds ? microseconds.map((value) => (value === null ? '–' : Math.round(value))).join(' | ') : '',
    ],
  );
  return table(['', 'product', 'beside it', '', 'reached', 'target', 'holds', 'µs a request'], lines);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function figure(value: number): string {
  if (Number.isNaN(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Progress is printed apart from the table. */
function say(text: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
}

function usage(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
