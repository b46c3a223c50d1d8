import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectGarbageWhenQuiet, freeBuffers } from './unused-memory.ts';

let server: EventEmitter;
const collect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.stubGlobal('gc', collect.mockClear());
  server = new EventEmitter();
  collectGarbageWhenQuiet(server);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function second(requests: number): void {
  for (let at = 0; at < requests; at++) server.emit('request');
  vi.advanceTimersByTime(1_000);
}

test('memory is released after the start, even behind a balancer that polls twice a second', () => {
  second(2);
  second(2);
  expect(collect).toHaveBeenCalledOnce();
});

test('memory is released after a busy time, neither during it nor again while the process stays quiet', () => {
  second(0);
  for (let at = 0; at < 20; at++) second(100);
  expect(collect).toHaveBeenCalledOnce();
  for (let at = 0; at < 2_000; at++) second(2);
  expect(collect).toHaveBeenCalledTimes(2);
});

test('buffers are released while many bytes pass through them', () => {
  setFlagsFromString('--expose-gc');
  vi.stubGlobal('gc', runInNewContext('gc'));
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let at = 0; at < 1_000; at++) {
    freeBuffers(Buffer.alloc(64 * 1024).length);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(8 * 1024 * 1024);
});
