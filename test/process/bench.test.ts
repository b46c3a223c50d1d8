import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dhakaDay } from '../../contract/dates.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { insertApplications } from '../rows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = 1_000;

test('the bench measures each figure beside its limit, prints the table and leaves nothing behind', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-test-bench-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  // The bench finds the database filled, without pictures, which neither of the two figures needs.
  const resources = await openResources(readSettings({ DATA_DIR: join(data, `sqlite-${rows}`) }), createLog('error'));
  await insertApplications(resources, rows, { today: dhakaDay(new Date()) });
  await resources.close();
  const temporary = await mkdtemp(join(folder, 'temporary-'));

  const json = join(folder, 'figures.json');
  const what = ['--quick', '--rows', String(rows), '--engine', 'sqlite', '--only', 'A1,A8'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bench/bench.ts', ...what, '--data', data, '--json', json],
    {
      cwd: root,
      env: { PATH: process.env.PATH, TMPDIR: temporary },
    },
  );

  const { verdicts } = JSON.parse(await readFile(json, 'utf8'));
  expect(verdicts).toMatchObject([
    {
      row: 'A1',
      engine: 'sqlite',
      unit: 'a second',
      target: '≥ 0.45',
      besideWhat: expect.stringContaining('baseline'),
    },
    { row: 'A1', engine: 'sqlite', unit: 'ms', target: '≤ 3', besideWhat: expect.stringContaining('baseline') },
    { row: 'A8', engine: 'sqlite', unit: 'a second', target: '≥ 0.7', besideWhat: 'without' },
  ]);
  for (const { value, beside, kind, reached, holds, target } of verdicts) {
    expect(value).toBeGreaterThan(0);
    expect(beside).toBeGreaterThan(0);
    expect(reached).toBeCloseTo(kind === 'absolute' ? value : value / beside);
    const [, sign, bound] = /^([≥≤]) ([\d.]+)$/.exec(target) ?? [];
    expect(holds).toBe(sign === '≥' ? reached >= Number(bound) : reached <= Number(bound));
  }
  const table = stdout.split('\n');
  expect(table).toContainEqual(
    expect.stringMatching(/^A1 +sqlite +status check by one API call, 32 connections .+ ≥ 0\.45 +(yes|no)\b/),
  );
  expect(table).toContainEqual(expect.stringMatching(/^A8 +sqlite +slides .+ without .+ ≥ 0\.7 +(yes|no)\b/));
  expect(table).toContainEqual(expect.stringMatching(/^\d of 3 targets are met\.$/));
  expect(await readdir(temporary)).toEqual([]);
}, 180_000);
