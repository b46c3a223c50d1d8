/** Reads the body or the query of a request within its limits and validates it with a schema of the contract. */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { type FieldCodes, parse } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { Refusal } from '../refusal.ts';
import type { CallRequest } from './routes.ts';

/** The JSON object of the body; an empty body is an empty object. */
export async function readJson(request: CallRequest): Promise<Record<string, unknown>> {
  if (request.json) return request.json;
  // The body is refused before it is read, because only an upload has no time limit.
  if (isMultipart(request.headers.get('content-type'))) throw new Refusal('bad_request');
  const text = await readText(request);
  await request.recheckPermission?.();
  if (text.trim() === '') return {};
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) throw new Refusal('bad_request');
  const value: unknown = orBadRequest(() => JSON.parse(text));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('bad_request');
  if (hasRepeatedKey(text, Object.keys(value).length)) throw new Refusal('bad_request');
  return value as Record<string, unknown>;
}

/** Whether a body of this type is a form with files. */
export function isMultipart(contentType: string | null | undefined): boolean {
  return /^multipart\//i.test(contentType ?? '');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readText({ headers, body }: CallRequest): Promise<string> {
  if (!body) return '';
  if (Number(headers.get('content-length')) > limits.jsonBodyBytesMax) throw new Refusal('body_too_large');
  const bytes = await readUpTo(body, limits.jsonBodyBytesMax);
  if (!bytes) throw new Refusal('body_too_large');
  return orBadRequest(() => utf8.decode(bytes));
}

/** The bytes of a body; null as soon as there are more than the limit, and the rest stays unread. */
export function readUpTo(body: Readable, bytesMax: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Refusal('bad_request'));
    // The caller may have disconnected before the first read, and then no event reports it.
    if (body.destroyed) return refuse();
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= bytesMax) return;
      body.off('data', onData).pause();
      resolve(null);
    };
    body.on('data', onData);
    body.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    body.on('error', refuse);
  });
}

function orBadRequest<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new Refusal('bad_request');
  }
}

/** `JSON.parse` silently keeps the last of two equal keys, so another parser could read another value. */
function hasRepeatedKey(json: string, parsedKeys: number): boolean {
  // Counts every key, also keys of nested values and texts that only look like keys.
  if ((json.match(/"\s*:/g)?.length ?? 0) === parsedKeys) return false;
  // The keys of each open object, the innermost last; null for an array.
  const open: (Set<string> | null)[] = [];
  let previous = '';
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(previous) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
    previous = token;
  }
  return false;
}

/** The query as single strings. A repeated key becomes an array, which every schema refuses. */
export function readQuery(url: string): Record<string, unknown> {
  const query = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);
  const oneOrAll = (values: string[]) => (values.length > 1 ? values : values[0]);
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, oneOrAll(query.getAll(name))]));
}

/** Returns the parsed input, or throws a 400 that names each wrong field. */
export function accept<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = parse(schema, input);
  if (!result.ok) throw invalidInput(result.errorCodes);
  return result.value;
}

/** A 400 with the message of the first wrong field in the order of the form. */
export function invalidInput(fields: FieldCodes): Refusal {
  return new Refusal('bad_request', { fields });
}
