/**
 * Sends load over keep-alive connections. A general tool reached its own limit before the bare server did (decision
 * 18). Any status but 200, and 303 after a form, is an error.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  connections: number;
  /** Returns the text of the next request; `at` is its index in this burst. */
  next: (at: number) => string;
  /** The request that follows a response with this head in the same status check; null at its end. */
  follow?: ((head: string) => string | null) | undefined;
  /** The burst ends with the first of these limits that is reached. */
  ms?: number;
  count?: number;
  until?: Promise<unknown>;
  /**
   * Requests are due at this rate whether or not earlier ones are answered, and their latency counts from then. Without
   * a rate a connection sends the next request as soon as it has its response.
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
  const maySend = () => !isOver && sent < most && performance.now() < end;
  const send = async (connection: Connection, dueAt: number) => {
    const at = sent++;
    let head = await connection.send(next(at));
    for (let after = follow?.(head); after; after = follow?.(head)) head = await connection.send(after);
    latencies[at] = performance.now() - dueAt;
  };
  try {
    if (perSecond === undefined) {
      await Promise.all(
        open.map(async (connection) => {
          while (maySend()) await send(connection, performance.now());
        }),
      );
    } else {
      await sendAtRate(open, perSecond, start, maySend, send);
    }
  } finally {
    for (const connection of open) connection.close();
  }
  return { count: latencies.length, perSecond: (latencies.length * 1_000) / (performance.now() - start), latencies };
}

async function sendAtRate(
  connections: Connection[],
  perSecond: number,
  start: number,
  maySend: () => boolean,
  send: (connection: Connection, dueAt: number) => Promise<void>,
): Promise<void> {
  const free = [...connections];
  const waiting: number[] = [];
  const pending = new Set<Promise<void>>();
  let due = 0;
  let failed: { error: unknown } | null = null;
  const serve = async (connection: Connection) => {
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await send(connection, at);
    free.push(connection);
  };
  while (maySend() && !failed) {
    for (const dueBy = ((performance.now() - start) * perSecond) / 1_000; due < dueBy; due++) {
      waiting.push(start + (due * 1_000) / perSecond);
    }
    while (free.length > 0 && waiting.length > 0) {
      // The connection that has been idle longest, so that the server closes none for being idle.
      const work = serve(free.shift() as Connection).catch((error: unknown) => {
        failed = { error };
      });
      pending.add(work);
      work.finally(() => pending.delete(work));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
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
 * All connections share one buffer, since each chunk is parsed as it arrives. A buffer for every connection would cause
 * collections of the whole heap.
 */
const received = Buffer.allocUnsafeSlow(65_536);

/** One keep-alive connection with one request at a time. */
class Connection {
  readonly #socket: Socket;
  #head = '';
  #whole = '';
  /** Bytes of the response that are missing after its head. */
  #missing = 0;
  #pending: { resolve: (head: string) => void; reject: (error: Error) => void } | null = null;

  private constructor(port: number) {
    const callback = (length: number) => {
      this.#read(received.subarray(0, length));
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: received, callback } });
    this.#socket = socket;
    socket.on('error', (error) => this.#pending?.reject(error));
    socket.on('close', () => this.#pending?.reject(new Error('The server closed a connection in the middle.')));
  }

  static async open(port: number): Promise<Connection> {
    const connection = new Connection(port);
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** Returns the head of the response. */
  send(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      if (this.#socket.destroyed) reject(new Error('The server closed an idle connection.'));
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#pending = null;
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
        this.#pending?.reject(new Error(`A response under load was not 200 with a length:\n${text.slice(0, 2_000)}`));
        return;
      }
      this.#whole = text.slice(0, end);
      this.#missing = end + 4 + length - text.length;
    }
    if (this.#missing > 0) return;
    this.#pending?.resolve(this.#whole);
  }
}
