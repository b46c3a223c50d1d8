/** A11 and A12: how soon the process answers on many records, and how much memory it uses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../../contract/endpoints.ts';
import { freePort } from '../../test/free-port.ts';
import { startArguments } from '../../test/product.ts';
import { load, requestText } from '../load.ts';
import { enquiries } from '../people.ts';
import { killAtEnd, residentMemory } from '../processes.ts';
import { type Stage, withProduct } from '../stage.ts';
import type { Figure } from '../targets.ts';
import { median } from '../turns.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const starts = 5;
const askEveryMs = 2;
const settleMs = 3_000;
const connections = 32;

export async function measureStart({ engine, large, pace: { host } }: Stage): Promise<Figure[]> {
  const products: number[] = [];
  const modules: number[] = [];
  for (let at = 0; at < starts; at++) {
    modules.push(await host.undisturbed(importsMs));
    products.push(await host.undisturbed(() => firstAnswerMs({ DATA_DIR: large.folder, ...large.environment })));
  }
  return [{ target: 'start', engine, value: median(products), beside: median(modules) }];
}

/**
 * From the start of the process to its first 200 that needs the database. `/readyz` is not polled, since the product
 * would take such a caller for a balancer when it stops.
 */
async function firstAnswerMs(environment: Record<string, string>): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
    stdio: 'ignore',
  });
  killAtEnd(child);
  while ((await statusOf(port)) !== 200) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode} at its start.`);
    await sleep(askEveryMs);
  }
  const took = performance.now() - start;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return took;
}

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: endpoints.slides.path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', () => resolve(undefined));
  });
}

/** From the start of a process that only imports the product's modules to its message that it is done. */
async function importsMs(): Promise<number> {
  const script = `
    await Promise.all(['./server/start.ts', './server/settings.ts', './build/server/pages.js'].map((name) => import(name)));
    process.stdout.write('.');
  `;
  const start = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtEnd(child);
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => {
      if (code !== 0) throw new Error(`Importing the modules of the product ended with ${code}.`);
    }),
  ]);
  const took = performance.now() - start;
  child.kill('SIGKILL');
  await ended;
  return took;
}

export async function measureMemory(stage: Stage): Promise<Figure[]> {
  const { engine, large, pace } = stage;
  const { method, path } = endpoints.enquiry;
  return withProduct(stage, large, async ({ port, pid }) => {
    const json = enquiries(large.rows);
    const memory = async () => {
      await sleep(settleMs);
      return (await residentMemory(pid)) ?? Number.NaN;
    };
    const checkAll = () =>
      load({ port, connections, count: pace.checks, next: () => requestText({ port, method, path, json: json() }) });
    const idle = await memory();
    await checkAll();
    const loaded = await memory();
    await checkAll();
    const more = await memory();
    return [
      { target: 'memoryIdle', engine, value: idle },
      { target: 'memoryLoaded', engine, value: Math.max(loaded, more) },
      { target: 'memoryMore', engine, value: more - loaded },
    ];
  });
}
