/** What is known of a request before its body is read. */
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { hasTooManyParameters } from '../../contract/parameters.ts';
import { Refusal } from '../refusal.ts';
import { callerAddress } from './caller.ts';

export interface RequestHead {
  /** Generated here; an id that a caller sends is ignored. */
  id: string;
  startedAt: number;
  method: string;
  /** Path and query as they were sent. */
  url: string;
  /** The path as it was sent, so that ambiguous paths are found before anything decodes it. */
  path: string;
  headers: Pick<Headers, 'get'>;
  /**
   * The unit in which callers are limited: an IPv4 address, or the /64 of an IPv6 address. A forwarded one is believed
   * from trusted proxies only.
   */
  address: string;
  /** The pattern of the matched route, for the log. */
  route: string;
  /** The account whose session the request has shown, for the log. */
  account?: string;
}

export const isApiPath = (path: string): boolean => /^\/api(\/|$)/.test(path);

export function readHead(id: string, target: string, incoming: IncomingMessage, trusted: BlockList): RequestHead {
  const { method = '', socket } = incoming;
  const url = withoutOrigin(target);
  const headers = { get: (name: string) => incoming.headers[name]?.toString() ?? null };
  const end = url.search(/[?#]/);
  return {
    id,
    startedAt: performance.now(),
    method,
    url,
    path: end === -1 ? url : url.slice(0, end),
    headers,
    address: callerAddress(socket.remoteAddress, headers.get('x-forwarded-for'), trusted),
    route: 'unmatched',
  };
}

/** A target may be a whole URL (RFC 9112, 3.2.2), of which the origin is ignored. */
function withoutOrigin(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(?=\/|$)/i, '') || '/';
}

/** The target for the router, escaped once more: the router decodes it, and every check must see it as sent. */
export function routedTarget({ url = '' }: { url?: string | undefined }): string {
  const target = withoutOrigin(url);
  if (!target.includes('%')) return target;
  const [path = ''] = target.split(/[?#]/, 1);
  return path.replaceAll('%', '%25');
}

const ambiguousPath = /\/\/|\\|%2f|%5c|%00|%2e|(^|\/)\.{1,2}(\/|$)|^[^/]/i;
const host = /^(\[[\d.:a-f]+\]|[\w.-]+)(:\d{1,5})?$/i;

/**
 * Refuses a target that could be read as another path, a missing, invalid or repeated `Host`, and more parameters than
 * any call has.
 */
export function requirePlainTarget({ path, url, headers }: RequestHead, incoming: IncomingMessage): void {
  const isHost = host.test(headers.get('host') ?? 'localhost') && hasOneHost(incoming);
  if (!isHost || ambiguousPath.test(path) || hasTooManyParameters(url)) throw new Refusal('bad_request');
}

/** RFC 9112, 3.2 forbids a second Host even with the same value. Only HTTP/1.0 knows requests without one. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
