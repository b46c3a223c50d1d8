/** The answer of a call in plain values. `send.ts` writes it to a connection; a page that made the call reads it as it is. */
import type { StoredBytes } from '../storage/storage.ts';

/** What an answer carries; texts and JSON are compressed on the way out, bytes are not touched. */
type Body = { json: unknown } | { text: string } | { bytes: Uint8Array } | { stored: StoredBytes };

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Each as the value of one `Set-Cookie`. */
  cookies: readonly string[];
  body: Body | null;
}

const jsonType = { 'content-type': 'application/json' };

export function json(
  value: unknown,
  { status = 200, headers = {}, cookies = [] }: Partial<Omit<Answer, 'body'>> = {},
): Answer {
  return { status, headers: { ...jsonType, ...headers }, cookies, body: { json: value } };
}

export function noContent(cookies: readonly string[] = []): Answer {
  return { status: 204, headers: {}, cookies, body: null };
}
