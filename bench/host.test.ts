/** The choice of the burst that counts on a machine whose host takes processor time away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Host } from './host.ts';

/** A host that takes these shares from one burst after the other, and the last one from all that follow. */
function hostTaking(shares: readonly number[], repeatMs = 60_000) {
  const ticks = { all: 0, steal: 0 };
  const host = new Host(repeatMs, async () => ({ ...ticks }));
  let made = 0;
  const burst = async () => {
    ticks.all += 1_000;
    ticks.steal += 1_000 * (shares[Math.min(made, shares.length - 1)] ?? 0);
    await sleep(5);
    return ++made;
  };
  return { host, burst };
}

describe('a burst', () => {
  test('counts at once when the host took next to nothing of it', async () => {
    const { host, burst } = hostTaking([0.02, 0]);
    expect(await host.undisturbed(burst)).toBe(1);
    expect(host.steal()).toEqual({ mean: 0.02, most: 0.02 });
  });

  test('is repeated until the host no longer disturbs it', async () => {
    const { host, burst } = hostTaking([0.4, 0.1, 0.01]);
    expect(await host.undisturbed(burst)).toBe(3);
    expect(await host.undisturbed(burst)).toBe(4);
    expect(host.steal()?.most).toBeCloseTo(0.01);
  });

  test('is no longer repeated when the time is over, and the burst that lost least counts', async () => {
    const { host, burst } = hostTaking([0.4, 0.1, 0.3], 30);
    expect(await host.undisturbed(burst)).toBe(2);
    expect(host.steal()?.most).toBeCloseTo(0.1);
  });

  test('is made once when no time is given, and where Linux reports nothing about the host', async () => {
    const { host, burst } = hostTaking([0.4, 0], 0);
    expect(await host.undisturbed(burst)).toBe(1);
    expect(host.steal()?.mean).toBeCloseTo(0.4);
    const unknown = new Host(60_000, async () => null);
    expect(await unknown.undisturbed(async () => 'once')).toBe('once');
    expect(unknown.steal()).toBeNull();
  });
});
