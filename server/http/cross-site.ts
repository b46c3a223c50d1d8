/**
 * Refuses a write that another site made the browser send, before a byte of the body
 * is read and whatever its content type. The algorithm of Go's CrossOriginProtection
 * (pkg.go.dev/net/http#CrossOriginProtection): cookies here are SameSite=Lax, which
 * alone still lets a sibling subdomain write.
 */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isCrossSiteWrite(method: string, headers: Pick<Headers, 'get'>, ownOrigin: string): boolean {
  if (safe.has(method)) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && origin !== ownOrigin;
}
