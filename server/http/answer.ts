/** The short answer of a call: plain values, which each door writes out in its own way. */

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  cookies: readonly string[];
  /** JSON, or nothing. */
  text: string | null;
}

const jsonType = { 'content-type': 'application/json' };

export function json(
  value: unknown,
  { status = 200, headers = {}, cookies = [] }: Partial<Omit<Answer, 'text'>> = {},
): Answer {
  return { status, headers: { ...jsonType, ...headers }, cookies, text: JSON.stringify(value) };
}

export function noContent(cookies: readonly string[] = []): Answer {
  return { status: 204, headers: {}, cookies, text: null };
}

export function toResponse({ status, headers, cookies, text }: Answer): Response {
  const response = new Response(text, { status, headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
