/** `npm ci && npm start` where NODE_ENV is production: npm then leaves out what only builds the pages. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const source = fileURLToPath(new URL('../..', import.meta.url));
const parts = [
  ...['package.json', 'package-lock.json', '.npmrc', 'art/package.json'],
  ...['contract', 'server', 'web', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json'],
];

describe.runIf(process.env.MAPLEGATE_FAULTS === '1')('an installation with NODE_ENV=production', () => {
  let folder = '';
  const npm = (...args: string[]) =>
    run('npm', args, { cwd: folder, env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: 64 * 1024 * 1024 });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-installation-'));
    for (const part of parts) await cp(join(source, part), join(folder, part), { recursive: true });
    await npm('ci');
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('fetches what only builds at the first build, and is without it before and after', async () => {
    const brought = () => ['vite', 'react', 'typescript', 'vitest', 'playwright-core'].filter(isInstalled);
    const isInstalled = (name: string) => existsSync(join(folder, 'node_modules', name));
    expect(brought()).toEqual([]);
    const { stdout } = await npm('run', 'prestart');
    expect(stdout).toContain('Fetching the packages that build them …');
    expect(existsSync(join(folder, 'build/server/pages.js'))).toBe(true);
    expect(brought()).toEqual([]);
    expect((await npm('run', 'prestart')).stdout).not.toContain('Building');
  });
});
