/** An S3 server in the process of the test, which can be stopped, started again on its port, and disturbed. */
import crypto from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { type Bucket, readBucket } from '../server/storage/bucket.ts';

/** The one key that the server knows. */
export const s3Key = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface TestS3 {
  endpoint: string;
  /** The folder in which it keeps every object as a file. */
  directory: string;
  /** A new bucket, as `STORAGE_URL` names it. */
  newBucket(): Promise<{ url: string; bucket: Bucket }>;
  /** The disturbance sees each request first; the server does not get a request for which it returns true. */
  disturb(disturbance: ((request: IncomingMessage, response: ServerResponse) => boolean) | null): void;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its objects. */
  close(): Promise<void>;
}

export async function openTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'maplegate-s3-'));
  const answer = new S3rver({ directory, silent: true, configureBuckets: [] }).callback();
  let disturbance: Parameters<TestS3['disturb']>[0] = null;
  const listener: RequestListener = (request, response) => {
    if (disturbance?.(request, response)) return;
    if (request.headers.range && isEmpty(directory, request.url ?? '')) refuseRange(response);
    else answer(request, response);
  };
  let server = await listen(listener, 0);
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  let buckets = 0;
  return {
    endpoint,
    directory,
    async newBucket() {
      const name = `bucket-${++buckets}`;
      await new S3rver({ directory, silent: true, configureBuckets: [{ name }] }).configureBuckets();
      const url = `s3://${name}?endpoint=${endpoint}&region=us-east-1`;
      const bucket = readBucket(url, null);
      if (typeof bucket === 'string') throw new Error(bucket);
      return { url, bucket };
    },
    disturb(next) {
      disturbance = next;
    },
    stop,
    async start() {
      server = await listen(listener, port);
    },
    async close() {
      if (server.listening) await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listen(listener: RequestListener, port: number): Promise<Server> {
  const server = createServer(listener);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

/** For a range of an empty object s3rver announces a byte that it never sends; S3 refuses the range. */
function isEmpty(directory: string, url: string): boolean {
  const path = `${directory}${url.split('?')[0]}._S3rver_object`;
  return statSync(path, { throwIfNoEntry: false })?.size === 0;
}

function refuseRange(response: ServerResponse): void {
  response.writeHead(416, { 'content-type': 'application/xml' }).end('<Error><Code>InvalidRange</Code></Error>');
}

/**
 * s3rver encrypts the continuation token of a list with DES, which today's OpenSSL has only as triple DES; with the
 * same key three times both are equal.
 */
const { createCipheriv, createDecipheriv } = crypto;
const thrice = (key: unknown) => Buffer.concat([1, 2, 3].map(() => key as Buffer));
crypto.createCipheriv = ((name: string, key: Buffer, ...rest: [Buffer]) =>
  name === 'des' ? createCipheriv('des-ede3-cbc', thrice(key), ...rest) : createCipheriv(name, key, ...rest)) as never;
crypto.createDecipheriv = ((name: string, key: Buffer, ...rest: [Buffer]) =>
  name === 'des'
    ? createDecipheriv('des-ede3-cbc', thrice(key), ...rest)
    : createDecipheriv(name, key, ...rest)) as never;
