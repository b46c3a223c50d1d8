/** What the background job of imports leaves behind between its pieces of work. */
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { onOneEngine } from '../../test/harness.ts';
import { startImportJob } from './job.ts';

const pollMs = 2_000;

onOneEngine('the job of imports', (open) => {
  test('that waits for work leaves nothing behind at each look for some', async () => {
    const harness = await open();
    const listenedTo = new Set<AbortSignal>();
    const { addEventListener } = AbortSignal.prototype;
    const listening = vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
      this: AbortSignal,
      ...given: Parameters<typeof addEventListener>
    ) {
      listenedTo.add(this);
      addEventListener.apply(this, given);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stop = startImportJob(harness, pino({ level: 'silent' }));
      for (let polls = 0; polls < 20; polls++) {
        await vi.advanceTimersByTimeAsync(pollMs);
        await setImmediate();
      }
      const listeners = [...listenedTo].map((signal) => getEventListeners(signal, 'abort').length);
      expect(Math.max(0, ...listeners)).toBeLessThanOrEqual(1);
      await stop();
    } finally {
      vi.useRealTimers();
      listening.mockRestore();
    }
  });
});
