/** `npm run demo` that is ended while it makes its content. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { bareEnvironment, endsWithParent } from '../product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-demo-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Ends the demo as soon as it has written this. */
async function demoUntil(text: string, signal: 'SIGINT' | 'SIGKILL'): Promise<string> {
  const child = spawn(process.execPath, [...endsWithParent, 'demo/demo.ts', '--applications', '4'], {
    cwd: root,
    env: { ...bareEnvironment, DATA_DIR: folder, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
      if (output.includes(text)) child.kill(signal);
    });
  }
  await once(child, 'close');
  return output;
}

test('a demo that is ended half made, in whatever way, begins again by itself', async () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const ended = await demoUntil('of people who do not exist', signal);
    expect(ended).not.toContain('To try at /enquiry');
    expect(ended.includes('An earlier demo was stopped half made, and begins again.')).toBe(signal === 'SIGKILL');
    expect(await readdir(folder)).toContain('maplegate.db');
  }
  const again = await demoUntil('To try at /enquiry', 'SIGINT');
  expect(again).toContain('An earlier demo was stopped half made, and begins again.');
  expect(again).toContain('of people who do not exist');
});
