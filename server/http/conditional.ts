/** Conditional requests: whether the caller's cached copy is still valid (RFC 9110, 13). */
import { createHash } from 'node:crypto';

/** A strong validator: different bytes have different tags. */
export function etagOf(bytes: Uint8Array, encoding = ''): string {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return `"${digest}${encoding && `-${encoding}`}"`;
}

/** Whether `If-None-Match` names the current tag. */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((part) => part.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
