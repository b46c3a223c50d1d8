/**
 * Refuses a write that another site made the browser send, before the body is read and whatever its content type. This
 * is the algorithm of Go's CrossOriginProtection (pkg.go.dev/net/http#CrossOriginProtection). SameSite=Lax cookies
 * alone would still let a sibling subdomain write.
 */
import { Refusal } from '../refusal.ts';
import type { RequestHead } from './request-head.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

export function requireOwnSite({ method, headers }: Pick<RequestHead, 'method' | 'headers'>, ownOrigin: string): void {
  if (safe.has(method)) return;
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwn = site === null ? origin === null || origin === ownOrigin : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new Refusal('cross_site');
}
