import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isErrorCode } from '../contract/errors.ts';
import packageFile from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { onOneEngine } from './harness.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFile(join(root, name), 'utf8');

test('the release is the newest of the change log, and the lock names the same', async () => {
  const [, newest] = /^## (.*)$/m.exec(await read('CHANGELOG.md')) ?? [];
  expect([newest, lock.version, lock.packages[''].version]).toEqual(Array(3).fill(packageFile.version));
});

onOneEngine('the release', (open) => {
  test('is named by /healthz', async () => {
    const answer = await (await open()).request('/healthz');
    expect(await answer.json()).toEqual({ status: 'ok', release: packageFile.version });
  });
});

test('each message that the manual calls an alert is one that the product logs', async () => {
  const manual = await read('docs/operations.md');
  const chapter = manual.split('### What deserves an alert')[1]?.split('\n## ')[0] ?? '';
  const messages = [...chapter.matchAll(/^\| [^|]+ \| `([^`]+)` \|/gm)].map(([, message = '']) => message);
  const files = (await readdir(join(root, 'server'), { recursive: true })).filter((name) =>
    /(?<!test)\.ts$/.test(name),
  );
  const sources = (await Promise.all(files.map((name) => read(join('server', name))))).join('\n');
  const isLogged = (message: string) => isErrorCode(message) || sources.includes(`'${message}'`);
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((message) => message !== 'msg' && !isLogged(message))).toEqual([]);
});
