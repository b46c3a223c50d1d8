/**
 * Ports for the programs that tests start. A port that was found free is used only a moment later, so every process
 * takes ports from a range of its own. It holds the range by listening at its first port for as long as it runs, which
 * also keeps apart two runs of the tests on one machine.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** All ranges lie below the ports of outgoing connections, one of which could otherwise take a port before it is used. */
const firstOfAll = 20_000;
export const portsPerRange = 250;
const rangeCount = 48;

let range: Promise<number> | undefined;

export async function freePort(): Promise<number> {
  range ??= takeRange();
  const first = await range;
  for (let tries = 0; tries < 100; tries++) {
    const port = first + 1 + randomInt(portsPerRange - 1);
    const probe = await listen(port);
    probe?.close();
    if (probe) return port;
  }
  throw new Error('There is no free port.');
}

async function takeRange(): Promise<number> {
  for (let nth = 0; nth < rangeCount; nth++) {
    const first = firstOfAll + nth * portsPerRange;
    const holder = await listen(first);
    // The range must not keep its process from ending.
    holder?.unref();
    if (holder) return first;
  }
  throw new Error('Other processes hold every range of ports.');
}

/** Null if another process listens at this port. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer();
  return once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => server,
    () => null,
  );
}
