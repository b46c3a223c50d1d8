/**
 * Storage in a bucket of Amazon S3 or of a compatible server. It hides timeouts and retries; an object exists
 * completely or not at all.
 */
import { readFile, rm } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { OperatorError } from '../operator-error.ts';
import type { Bucket } from './bucket.ts';
import { faultOf, isMissing, isTimeout, startErrorOf } from './s3-errors.ts';
import { isStorageKey, requireStorageKey, type Storage, StorageFault } from './storage.ts';

/** The timeouts for connecting, for a silent connection, and for whole operations. */
const defaultTimeouts = { connectMs: 3_000, silentMs: 5_000, workMs: 20_000, putMs: 60_000, checkMs: 3_000 };
/** After a timeout, further requests fail at once for this long instead of waiting too. */
const pauseMs = 2_000;
const attemptsMax = 3;
const socketsMax = 128;
const chunkBytes = 1024 * 1024;
/** The object that names the one database whose files the bucket stores. */
const ownerMark = 'maplegate-owner';

export type Timeouts = typeof defaultTimeouts;

/**
 * Checks that the bucket can be read; the returned function marks it with its owner, which needs the right to write.
 * `warn` is told if the bucket keeps former versions.
 */
export async function reachBucket(
  bucket: Bucket,
  timeouts = defaultTimeouts,
  warn?: (sentence: string) => void,
): Promise<(owner: string) => Promise<Storage>> {
  const connection = connect(bucket, timeouts);
  const orStartError = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      connection.client.destroy();
      throw startErrorOf(error instanceof StorageFault ? error.cause : error, bucket);
    });
  await Promise.all([orStartError(requireBucket(connection)), warn && warnOfVersions(connection, timeouts, warn)]);
  return async (owner) => {
    await orStartError(claim(connection, owner));
    return storageOn(connection, timeouts);
  };
}

/** Whether the bucket has no object, not even the mark of an owner. */
export async function isBucketEmpty(bucket: Bucket): Promise<boolean> {
  const { client, request } = connect(bucket, defaultTimeouts);
  try {
    const command = new ListObjectsV2Command({ Bucket: bucket.name, MaxKeys: 1 });
    const { Contents = [] } = await request((abortSignal) => client.send(command, { abortSignal }));
    return Contents.length === 0;
  } catch (error) {
    throw startErrorOf(error instanceof StorageFault ? error.cause : error, bucket);
  } finally {
    client.destroy();
  }
}

interface Connection {
  client: S3Client;
  bucket: Bucket;
  /** Runs an operation with a timeout; errors of the server become a `StorageFault`. */
  request<T>(work: (abortSignal: AbortSignal) => Promise<T>, withinMs?: number): Promise<T>;
  /** Ends the pause after a timeout. */
  endPause(): void;
}

function connect(bucket: Bucket, { connectMs, silentMs, workMs }: Timeouts): Connection {
  const agent = { maxSockets: socketsMax };
  const client = new S3Client({
    region: bucket.region,
    ...(bucket.endpoint && { endpoint: bucket.endpoint, forcePathStyle: true }),
    // Not every server supports the checksums of Amazon; the signature covers the bytes as well.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs, httpAgent: agent, httpsAgent: agent },
  });
  let pausedUntil = 0;
  return {
    client,
    bucket,
    async request(work, withinMs = workMs) {
      if (Date.now() < pausedUntil) throw new StorageFault('unavailable', 'PausedAfterTimeout');
      try {
        return await work(AbortSignal.timeout(withinMs));
      } catch (error) {
        if (isTimeout(error)) pausedUntil = Date.now() + pauseMs;
        throw faultOf(error);
      }
    },
    endPause() {
      pausedUntil = 0;
    },
  };
}

function storageOn(connection: Connection, { putMs, checkMs }: Timeouts): Storage {
  const { client, request } = connection;
  const Bucket = connection.bucket.name;

  return {
    async put(key, path, contentType) {
      requireStorageKey(key);
      // Read into memory, so that the request can be retried; a file has a few megabytes.
      const Body = await readFile(path);
      const command = new PutObjectCommand({ Bucket, Key: key, Body, ContentType: contentType });
      await request((abortSignal) => client.send(command, { abortSignal }), putMs);
      await rm(path, { force: true });
    },

    async get(key) {
      requireStorageKey(key);
      const first = await readChunk(connection, key, 0);
      return first && { sizeBytes: first.sizeBytes, stream: chunks(connection, key, first) };
    },

    async remove(key) {
      requireStorageKey(key);
      await request((abortSignal) => client.send(new DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }));
    },

    async retire(key) {
      await this.remove(key);
    },

    async *list() {
      for (let ContinuationToken: string | undefined; ; ) {
        const command = new ListObjectsV2Command({ Bucket, ContinuationToken });
        const page = await request((abortSignal) => client.send(command, { abortSignal }));
        yield (page.Contents ?? []).flatMap(({ Key = '' }) => (isStorageKey(Key) ? [Key] : []));
        ContinuationToken = page.NextContinuationToken;
        if (!ContinuationToken) return;
      }
    },

    async writtenAt(key) {
      requireStorageKey(key);
      const command = new HeadObjectCommand({ Bucket, Key: key });
      const head = await request((abortSignal) => client.send(command, { abortSignal }).catch(nullIfMissing));
      return head?.LastModified ?? null;
    },

    check: () =>
      client
        .send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(checkMs) })
        .then(connection.endPause, (cause: unknown) => {
          throw new Error(`The bucket ${Bucket} cannot be used.`, { cause });
        }),

    close: async () => client.destroy(),
  };
}

interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  /** The size of the whole object. */
  sizeBytes: number;
  etag: string | undefined;
}

/**
 * Reads a range to its end, so that a slow client holds no connection to the server. With the ETag of an earlier chunk,
 * an object that was replaced meanwhile is a fault: a mix of both would look like an altered file.
 */
async function readChunk(
  { client, bucket, request }: Connection,
  key: string,
  from: number,
  etag?: string,
): Promise<Chunk | null> {
  const Range = `bytes=${from}-${from + chunkBytes - 1}`;
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: key, Range, IfMatch: etag });
  return request(async (abortSignal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const { Body, ContentRange, ContentLength = 0, ETag } = await client.send(command, { abortSignal });
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        return {
          bytes: bytes as Uint8Array<ArrayBuffer>,
          sizeBytes: Number(ContentRange?.split('/')[1] ?? ContentLength),
          etag: ETag,
        };
      } catch (error) {
        const { name, code } = error as NodeJS.ErrnoException;
        if (isMissing(error)) return null;
        // An empty object has no byte range that could be requested.
        if (name === 'InvalidRange' && from === 0) return { bytes: new Uint8Array(), sizeBytes: 0, etag: undefined };
        // The client retries a request, but not if its response was cut off in the middle.
        if (code !== 'ECONNRESET' || attempt === attemptsMax) throw error;
      }
    }
  });
}

function chunks(connection: Connection, key: string, first: Chunk): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = 0;
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const chunk = position === 0 ? first : await readChunk(connection, key, position, first.etag);
      if (position < first.sizeBytes) {
        if (!chunk?.bytes.length) throw new StorageFault('unavailable', 'Removed');
        position += chunk.bytes.length;
        // A copy, since the stream takes over the whole buffer, which may be shared.
        controller.enqueue(new Uint8Array(chunk.bytes));
      }
      if (position < first.sizeBytes) return;
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

async function requireBucket({ client, bucket, request }: Connection): Promise<void> {
  // A list of one page, since some servers have no usable continuation token.
  const command = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: ownerMark, MaxKeys: 1 });
  const { Name } = await request((abortSignal) => client.send(command, { abortSignal }));
  if (!Name) throw Object.assign(new Error('No list.'), { name: 'NotS3', $metadata: { httpStatusCode: 200 } });
}

/** A server that does not know versions, or a key that may not ask for them, does not keep the product from starting. */
async function warnOfVersions(
  { client, bucket }: Connection,
  { checkMs }: Timeouts,
  warn: (sentence: string) => void,
): Promise<void> {
  const command = new GetBucketVersioningCommand({ Bucket: bucket.name });
  const { Status } = await client
    .send(command, { abortSignal: AbortSignal.timeout(checkMs) })
    .catch(() => ({ Status: undefined }));
  // A suspended bucket still has those of before.
  if (Status) warn('the bucket keeps former versions of its objects, so the files of erased people stay in it');
}

/** Refuses a bucket of another database, since two databases would sweep away each other's files. */
async function claim({ client, bucket, request }: Connection, owner: string): Promise<void> {
  const place = { Bucket: bucket.name, Key: ownerMark };
  const mark = await request((abortSignal) =>
    client
      .send(new GetObjectCommand(place), { abortSignal })
      .then(({ Body }) => Body?.transformToString())
      .catch(nullIfMissing),
  );
  if (mark && mark !== owner) {
    throw new OperatorError(
      `The bucket ${bucket.name} keeps the files of another database. Give this one a bucket of its own; if the other is gone for good, remove the object ${ownerMark} from the bucket.`,
    );
  }
  await request((abortSignal) => client.send(new PutObjectCommand({ ...place, Body: owner }), { abortSignal }));
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
