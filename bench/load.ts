/**
 * Sends load over kept connections. It was written for this bench, because a general tool reached its own limit before
 * the bare server did (decision 18). Any answer but 200, and 303 where the form leads on, is an error.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  connections: number;
  /** Returns the next request as a whole; it is told how many were sent before it in this burst. */
  next: (at: number) => string;
  /** The request that follows an answer with this head in the same status check; null at its end. */
  follow?: ((head: string) => string | null) | undefined;
  /** The burst ends with the first of these limits that is reached. */
  ms?: number;
  count?: number;
  until?: Promise<unknown>;
  /**
   * Requests are due at this rate whether or not earlier ones are answered, and their latency counts from then. Without
   * it a connection sends the next request as soon as it has its answer.
   */
  perSecond?: number;
}

export interface Burst {
  count: number;
  perSecond: number;
  /** Milliseconds, in the order of the requests. */
  latencies: number[];
}

export interface RequestParts {
  port: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  /** The fields of an HTML form, URL-encoded. */
  form?: string;
}

export function requestText({ port, method = 'GET', path, headers = {}, json, form = '' }: RequestParts): string {
  const body = json === undefined ? form : JSON.stringify(json);
  const all = {
    host: `localhost:${port}`,
    ...headers,
    ...(body && { 'content-type': typeOf(form), 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

export function typeOf(form: string | undefined): string {
  return form ? 'application/x-www-form-urlencoded' : 'application/json';
}

export async function load({ port, connections, next, follow, ms, count, until, perSecond }: Load): Promise<Burst> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + (ms ?? Number.POSITIVE_INFINITY);
  const most = count ?? Number.POSITIVE_INFINITY;
  let sent = 0;
  let isOver = false;
  const stop = () => {
    isOver = true;
  };
  until?.then(stop, stop);
  const mayAsk = () => !isOver && sent < most && performance.now() < end;
  const ask = async (connection: Connection, dueAt: number) => {
    const at = sent++;
    let head = await connection.ask(next(at));
    for (let after = follow?.(head); after; after = follow?.(head)) head = await connection.ask(after);
    latencies[at] = performance.now() - dueAt;
  };
  try {
    if (perSecond === undefined) {
      await Promise.all(
        open.map(async (connection) => {
          while (mayAsk()) await ask(connection, performance.now());
        }),
      );
    } else {
      await paced(open, perSecond, start, mayAsk, ask);
    }
  } finally {
    for (const connection of open) connection.close();
  }
  return { count: latencies.length, perSecond: (latencies.length * 1_000) / (performance.now() - start), latencies };
}

async function paced(
  connections: Connection[],
  perSecond: number,
  start: number,
  mayAsk: () => boolean,
  ask: (connection: Connection, dueAt: number) => Promise<void>,
): Promise<void> {
  const free = [...connections];
  const waiting: number[] = [];
  const underWay = new Set<Promise<void>>();
  let due = 0;
  let failed: { error: unknown } | null = null;
  const serve = async (connection: Connection) => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await ask(connection, at);
    free.push(connection);
  };
  while (mayAsk() && !failed) {
    for (const dueBy = ((performance.now() - start) * perSecond) / 1_000; due < dueBy; due++) {
      waiting.push(start + (due * 1_000) / perSecond);
    }
    while (free.length > 0 && waiting.length > 0) {
      // The connection that has been idle longest, so that the server closes none for being idle.
      const work = serve(free.shift() as Connection).catch((error: unknown) => {
        failed = { error };
      });
      underWay.add(work);
      work.finally(() => underWay.delete(work));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  if (failed) throw (failed as { error: unknown }).error;
}

/** An empty body may be chunked; its last chunk marks the end. */
const lastChunk = '0\r\n\r\n';

function bodyLength(head: string): number | undefined {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length !== undefined) return Number(length);
  return head.startsWith('HTTP/1.1 303') && /\r\ntransfer-encoding: chunked/i.test(head) ? lastChunk.length : undefined;
}

/**
 * Each piece is parsed as it arrives: a buffer for every connection would make the garbage collector go through the whole
 * heap.
 */
const received = Buffer.allocUnsafeSlow(65_536);

/** One kept connection, one request at a time. */
class Connection {
  readonly #socket: Socket;
  #head = '';
  #whole = '';
  /** Bytes of the answer that are still to come, once its head is here. */
  #missing = 0;
  #asked: { resolve: (head: string) => void; reject: (error: Error) => void } | null = null;

  private constructor(port: number) {
    const callback = (length: number) => {
      this.#read(received.subarray(0, length));
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: received, callback } });
    this.#socket = socket;
    socket.on('error', (error) => this.#asked?.reject(error));
    socket.on('close', () => this.#asked?.reject(new Error('The server closed a connection in the middle.')));
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port);
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** The head of the answer. */
  ask(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      if (this.#socket.destroyed) reject(new Error('The server closed a connection that was at rest.'));
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#asked = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= chunk.length;
    } else {
      const text = this.#head + chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      this.#head = end < 0 ? text : '';
      if (end < 0) return;
      const length = bodyLength(text.slice(0, end));
      if (length === undefined || !['200', '303'].includes(text.slice(9, 12))) {
        this.#asked?.reject(new Error(`An answer under load was not 200 with a length:\n${text.slice(0, 2_000)}`));
        return;
      }
      this.#whole = text.slice(0, end);
      this.#missing = end + 4 + length - text.length;
    }
    if (this.#missing > 0) return;
    this.#asked?.resolve(this.#whole);
  }
}
