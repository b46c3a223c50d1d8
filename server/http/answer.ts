/** The short answer of a call: plain values, which each door writes out in its own way. */
import type { StoredBytes } from '../storage/storage.ts';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  cookies: readonly string[];
  /** JSON, or the bytes of a file, or nothing. */
  body: string | StoredBytes | null;
}

const jsonType = { 'content-type': 'application/json' };

export function json(
  value: unknown,
  { status = 200, headers = {}, cookies = [] }: Partial<Omit<Answer, 'body'>> = {},
): Answer {
  return { status, headers: { ...jsonType, ...headers }, cookies, body: JSON.stringify(value) };
}

export function noContent(cookies: readonly string[] = []): Answer {
  return { status: 204, headers: {}, cookies, body: null };
}

export function toResponse({ status, headers, cookies, body }: Answer): Response {
  const content = body !== null && typeof body === 'object' ? body.stream : body;
  const response = new Response(content, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
