/** The answer of a call as plain values: `send.ts` sends it, and a page that made the call uses it directly. */
import type { StoredBytes } from '../storage/storage.ts';

/** The body of an answer. Texts and JSON are compressed when sent, also texts in chunks; bytes are not. */
type Body =
  | { json: unknown }
  | { text: string }
  | { bytes: Uint8Array }
  /** `recheck` rejects once the caller may have no more of it. */
  | { stored: StoredBytes; recheck?: () => Promise<unknown> }
  // The length is unknown; the body is made while it is sent.
  | { chunks: AsyncIterable<string | Uint8Array> };

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Each element is the value of one `Set-Cookie` header. */
  cookies: readonly string[];
  body: Body | null;
  /** The account that the answer signs in, for the log. */
  account?: string;
}

export function json(value: unknown, more: Partial<Omit<Answer, 'body'>> = {}): Answer {
  const headers = { 'content-type': 'application/json', ...more.headers };
  return { status: 200, cookies: [], ...more, headers, body: { json: value } };
}

export function noContent(cookies: readonly string[] = []): Answer {
  return { status: 204, headers: {}, cookies, body: null };
}
