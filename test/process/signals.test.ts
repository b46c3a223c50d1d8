/** What ends the product, refuses it, or restarts it from outside. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { freePort } from '../free-port.ts';
import { isGroupAlive, killGroup, spawnGroup } from '../process-group.ts';
import { argumentsOf, startArguments, startProduct } from '../product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';
let child: ChildProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-signals-'));
});
afterEach(async () => {
  if (child) killGroup(child);
  child = null;
  await rm(folder, { recursive: true, force: true });
});

function spawnInFolder(command: string, args: readonly string[], environment: Record<string, string>): ChildProcess {
  child = spawnGroup(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'npm start passes %s on: the product stops gracefully, nothing is left and the port is free',
  async (signal) => {
    const port = await freePort();
    const npm = spawnInFolder('npm', ['start'], { PORT: String(port) });
    let output = '';
    npm.stdout?.on('data', (text) => (output += text));
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 50_000 }).toBe(true);
    npm.kill(signal);
    expect(await once(npm, 'exit')).toEqual([0, null]);
    expect(output).toContain(`"signal":"${signal}","msg":"stopping"`);
    const firstLine = output.split('\n').find((line) => line.startsWith('{')) ?? '';
    expect(JSON.parse(firstLine)).toMatchObject({ release: packageFile.version, msg: 'starting' });
    await expect.poll(() => isGroupAlive(npm)).toBe(false);
    const next = createServer();
    await once(next.listen(port, '127.0.0.1'), 'listening');
    next.close();
  },
);

test('a signal during the start ends the process at once, also as process 1 of a container', async () => {
  // The loader holds the start at a moment when signals are handled and nothing is served yet.
  const slow = `data:text/javascript,import fs from 'node:fs/promises';import {syncBuiltinESMExports as s} from 'node:module';fs.mkdir=()=>{console.log('starting');return new Promise(()=>setInterval(()=>{},9e3))};s()`;
  const product = spawnInFolder(process.execPath, ['--import', slow, ...startArguments], {
    PORT: String(await freePort()),
  });
  if (product.stdout) await once(product.stdout, 'data');
  product.kill('SIGTERM');
  expect(await once(product, 'exit')).toEqual([143, null]);
});

/** A preload with which Node.js pretends to be older. */
const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`;
const scripts = Object.entries(packageFile.scripts)
  .filter(([name, script]) => ['start', 'predev', 'build'].includes(name) || script.includes('server/commands/'))
  .map(([name, script]): [string, string] => [`npm run ${name}`, script]);
/** Of the commands that differ by their file alone one, since that file is not reached. */
const starts: [string, string][] = [
  ['node server/main.ts', 'server/main.ts'],
  ...new Map(scripts.map((start) => [start[1].replace(/commands\/.+/, ''), start])).values(),
];

test.each(starts)('with an older Node.js, %s stops with a sentence that says what to do', async (_, script) => {
  const program = spawnInFolder(process.execPath, ['--import', older, ...argumentsOf(script)], {});
  let stderr = '';
  program.stderr?.on('data', (text) => (stderr += text));
  expect((await once(program, 'close'))[0]).toBe(1);
  expect(stderr).toBe(
    'Maplegate runs on Node.js 24, and this is 20.20.2. Start it with npm start, which uses the release that npm ci brings.\n',
  );
});

test('the two entry files are one', async () => {
  expect(await realpath(join(root, 'server/main.ts'))).toBe(join(root, 'server/main.js'));
});

test('during development a change of the server restarts it on the same port', async () => {
  const command = packageFile.scripts.dev.replace(/^exec node /, '').split(' ');
  const product = await startProduct({}, folder, { command });
  const changed = join(root, 'server', `changed-${process.pid}.txt`);
  try {
    await writeFile(changed, 'a change');
    const starts = () => product.output().match(/is running on/g)?.length;
    await expect.poll(starts, { timeout: 90_000 }).toBe(2);
    expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
  } finally {
    await rm(changed, { force: true });
    await product.stop();
  }
});
