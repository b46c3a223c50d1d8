/**
 * Parses a multipart body as it arrives: texts into a record, and files into a temporary folder, with their real sizes
 * and with types recognised from the first bytes. Anything else is a `Refusal`.
 */
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { ErrorCode } from '../../contract/errors.ts';
import type { FieldCodes } from '../../contract/fields.ts';
import { acceptedTypes, type FileType, headBytes, typeOfContent } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import type { TemporaryFolder } from '../files/temporary.ts';
import type { CallRequest } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { freeBuffers } from '../unused-memory.ts';
import { endsLikePdf } from './pdf-end.ts';

/** What a file field of a form accepts. */
export interface FileRule {
  bytesMax: number;
  tooLarge: ErrorCode;
  allowPdf?: boolean;
  /** The type is not checked here, but by the reader of the file. */
  isAnyType?: boolean;
}

/** The type is null for a field that accepts any type. */
export interface SentFile {
  path: string;
  type: FileType | null;
}

type Chunks = AsyncIterator<Uint8Array>;

const parserLimits = { fieldSize: 64 * 1024, parts: limits.parametersMax, headerPairs: 20, headerSize: 16 * 1024 };
/** The limit for texts, headers and boundaries together, without the files. */
const otherBytesMax = 1024 * 1024;
const fileBufferBytes = 64 * 1024;
/** The parser reacts within a tick; after this time it is stuck. */
const stallMs = 20_000;
const drainBytesMax = 256 * 1024 * 1024;
const drainMs = 60_000;

export interface MultipartBody {
  texts: Record<string, unknown>;
  /** Why files break their rule, by field; null if none does. The rest of the form was read all the same. */
  refusedFiles: FieldCodes | null;
}

/**
 * Calls `onFile` as soon as a file is complete, even if the form is refused later, but not after a file that is refused.
 */
export async function readMultipart<Rule extends FileRule>(
  request: CallRequest,
  rules: Record<string, Rule>,
  folder: TemporaryFolder,
  onFile: (field: string, file: SentFile, rule: Rule) => void,
): Promise<MultipartBody> {
  const parser = openParser(request.headers.get('content-type') ?? '');
  const { body } = request;
  if (!body) throw new Refusal('bad_request');
  const chunks = body.iterator({ destroyOnReturn: false });
  const texts = new Map<string, string>();
  const streams: Readable[] = [];
  const receipts: Promise<void>[] = [];
  let refusedFiles: FieldCodes | null = null;
  const refused = new AbortController();
  const refuse = (error: unknown) => refused.abort(error);
  const names = new Set<string>();
  const claimName = (name: string | undefined): name is string => {
    if (name && !names.has(name) && !/[[\]]/.test(name)) return Boolean(names.add(name));
    refuse(new Refusal('bad_request'));
    return false;
  };

  parser.on('field', (name, value, _, isTruncated) => {
    if (isTruncated) refuse(new Refusal('body_too_large'));
    else if (claimName(name)) texts.set(name, value);
  });
  parser.on('file', (name, stream, fileName) => {
    // Busboy reports a truncated body here, even if the stream is no longer read.
    stream.on('error', () => {});
    streams.push(stream);
    const rule = Object.hasOwn(rules, name ?? '') ? rules[name] : undefined;
    if (!rule) {
      stream.resume();
      return;
    }
    const receipt = receive(stream, rule, fileName === '', folder.newPath()).then((file) => {
      // A browser sends an empty file input as an empty file without a name.
      if (file === null || !claimName(name)) return;
      if (typeof file === 'string') refusedFiles = inOrderOf(rules, { ...refusedFiles, [name]: file });
      else if (!refusedFiles) onFile(name, file, rule);
    });
    receipts.push(receipt.catch(refuse));
  });
  parser.on('partsLimit', () => refuse(new Refusal('bad_request')));
  parser.on('error', () => refuse(new Refusal('bad_request')));
  const finished = once(parser, 'finish', { signal: refused.signal });
  finished.catch(() => {});

  try {
    await feed(parser, chunks, bodyBytesMax(rules), refused);
    await inTime(finished, refused);
    await Promise.all(receipts);
    refused.signal.throwIfAborted();
    await request.recheckPermission?.();
    return { texts: Object.fromEntries(texts), refusedFiles };
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(receipts);
    await drain(chunks);
    // It came first; a file that is too large may also make the whole body too large.
    throw refusedFiles ? refusalOfFiles(refusedFiles) : error;
  }
}

/** The codes in the order of the form, since the first of them gives the message. */
function inOrderOf(rules: object, codes: FieldCodes): FieldCodes {
  return Object.fromEntries(Object.keys(rules).flatMap((name) => (codes[name] ? [[name, codes[name]]] : [])));
}

/** The refusal of a form in which only files are wrong. */
export function refusalOfFiles(refusedFiles: FieldCodes): Refusal {
  const [code = 'file_type'] = Object.values(refusedFiles);
  return new Refusal(code, { fields: refusedFiles });
}

function openParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: parserLimits,
      fileHwm: fileBufferBytes,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw new Refusal('bad_request');
  }
}

function bodyBytesMax(rules: Record<string, FileRule>): number {
  return Object.values(rules).reduce((sum, rule) => sum + rule.bytesMax, otherBytesMax);
}

async function feed(parser: BusboyInstance, chunks: Chunks, bytesMax: number, refused: AbortController): Promise<void> {
  let size = 0;
  for (;;) {
    const { done, value } = await chunks.next().catch(refuseIncomplete);
    refused.signal.throwIfAborted();
    if (done) break;
    size += value.byteLength;
    if (size > bytesMax) throw new Refusal('body_too_large');
    if (!parser.write(value)) await inTime(once(parser, 'drain', { signal: refused.signal }), refused);
    freeBuffers(value.byteLength);
  }
  parser.end();
}

function refuseIncomplete(): never {
  throw new Refusal('bad_request');
}

/** Writes one file; null for an empty file input, and the reason if it breaks its rule. */
async function receive(
  stream: Readable,
  rule: FileRule,
  isNameless: boolean,
  path: string,
): Promise<SentFile | ErrorCode | null> {
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  let type: FileType | null = null;
  const handle = await open(path, 'wx', 0o600);
  try {
    // The rest of a refused file has to be read, so that the parser comes to the next part.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (!rule.isAnyType && head.length < headBytes) {
        head = Buffer.concat([head, chunk]);
        if (head.length < headBytes) continue;
        type = acceptedType(head, rule);
        if (!type) return 'file_type';
        await handle.writeFile(head);
      } else await handle.writeFile(chunk);
      if (size > rule.bytesMax) return rule.tooLarge;
    }
  } finally {
    stream.resume();
    await handle.close();
  }
  if (size === 0 && isNameless) return null;
  if (rule.isAnyType) return { path, type: null };
  if (!type || (type === 'application/pdf' && !(await endsLikePdf(path)))) return 'file_type';
  return { path, type };
}

function acceptedType(head: Buffer, rule: FileRule): FileType | null {
  const type = typeOfContent(head);
  return type !== null && acceptedTypes(rule.allowPdf).includes(type) ? type : null;
}

/** Waits for an event of the parser; throws if the form is refused before. */
async function inTime(event: Promise<unknown>, refused: AbortController): Promise<void> {
  const timer = setTimeout(() => refused.abort(new Refusal('bad_request')), stallMs);
  try {
    await event;
  } catch {
    refused.abort(new Refusal('bad_request'));
  } finally {
    clearTimeout(timer);
  }
  refused.signal.throwIfAborted();
}

/**
 * Reads and discards the rest of a refused body, up to a limit: a browser reads the answer only after it has sent
 * everything, and loses it if the connection is closed before.
 */
async function drain(chunks: Chunks): Promise<void> {
  const until = Date.now() + drainMs;
  try {
    for (let size = 0; size < drainBytesMax && Date.now() < until; ) {
      const { done, value } = await chunks.next();
      if (done) return;
      size += value.byteLength;
    }
    await chunks.return?.();
  } catch {
    // The client has disconnected and does not wait for the answer.
  }
}
