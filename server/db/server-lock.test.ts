import { expect, onTestFinished, test } from 'vitest';
import { openProxy } from '../../test/tcp-proxy.ts';
import { releaseServerLock, takeServerLock } from './server-lock.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
const wanted = { lock: 1_234_567, name: 'maplegate test' };

test.runIf(server)('a lock is held by one process, and released even if the server has vanished', async () => {
  const url = new URL(server);
  const proxy = await openProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  const first = await takeServerLock(url.href, wanted);
  expect(first).not.toBeNull();
  expect(await takeServerLock(server, wanted)).toBeNull();
  if (first) await releaseServerLock(first);
  const second = await takeServerLock(url.href, wanted);
  expect(second).not.toBeNull();
  proxy.fallSilent();
  if (second) await releaseServerLock(second);
});
