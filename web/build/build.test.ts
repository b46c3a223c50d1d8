import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildProgress } from './build-progress.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-build-'));
  await mkdir(join(folder, 'web/build'), { recursive: true });
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await mkdir(join(folder, 'server'));
  const scripts = { start: 'exec node --expose-gc server/main.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  await writeFile(join(folder, 'server/compile.js'), '');
  await copyFile(fileURLToPath(new URL('build.ts', import.meta.url)), join(folder, 'web/build/build.ts'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function build(bundler?: string): Promise<{ code: unknown; stderr: string }> {
  if (bundler) {
    await writeFile(join(folder, 'node_modules/.bin/react-router'), `#!/bin/sh\n${bundler}\n`, { mode: 0o755 });
  }
  const child = spawn(process.execPath, ['web/build/build.ts'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
}

test('a build that fails shows its reason and ends with 1', async () => {
  expect(await build('echo "a.tsx has a mistake" >&2; exit 3')).toEqual({
    code: 1,
    stderr: 'a.tsx has a mistake\nThe pages could not be built. The reason is above.\n',
  });
});

test('a build that was killed names the signal', async () => {
  expect(await build('kill -KILL $$')).toEqual({
    code: 1,
    stderr: 'The pages could not be built. It was ended by SIGKILL.\n',
  });
});

test('a build that lacks its packages even after fetching them says how to install them', async () => {
  const { code, stderr } = await build();
  expect([code, stderr]).toEqual([1, expect.stringContaining('Run npm ci --include=dev, which brings what')]);
});

test('the build announces each of its parts, with its number and their total', () => {
  const said: string[] = [];
  const { buildStart, buildApp } = buildProgress((line) => said.push(line)) as unknown as {
    buildStart: (this: { environment: { name: string } }) => void;
    buildApp: { handler: () => Promise<void> };
  };
  for (const name of ['client', 'ssr']) buildStart.call({ environment: { name } });
  void buildApp.handler();
  expect(said).toEqual([
    '  1 of 3: what browsers get\n',
    '  2 of 3: what the server renders\n',
    '  3 of 3: compressed copies\n',
  ]);
});

test('a successful build compiles the server with the flags of a start, and reports no failure', async () => {
  await writeFile(join(folder, 'server/compile.js'), 'if (!globalThis.gc) throw new Error("without the flags")');
  expect(await build('exit 0')).toEqual({ code: 0, stderr: '' });
});

test('a server that cannot be compiled fails the build with its reason', async () => {
  await writeFile(join(folder, 'server/compile.js'), 'process.stderr.write("a.ts has a mistake\\n"); process.exit(1);');
  expect(await build('exit 0')).toEqual({
    code: 1,
    stderr: 'a.ts has a mistake\nThe pages could not be built. The reason is above.\n',
  });
});
