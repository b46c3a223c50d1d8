/** The headers that every answer carries (OWASP ASVS 5.0, chapter 3). */

/** Pages: own scripts and styles, inline only by nonce or by the hash of a style, nothing from elsewhere. */
export function pagePolicy(nonce: string, styleHashes: readonly string[] = []): string {
  const own = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  const styles = [own, ...styleHashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${styles}`,
    "img-src 'self' blob: data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const dataPolicy = "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

/** Fills in what the answer has not decided for itself. */
export function secureHeaders(headers: Headers, isHttps: boolean): void {
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set('content-security-policy', dataPolicy);
  set('x-content-type-options', 'nosniff');
  // Not `no-referrer`: with it, browsers post forms with `Origin: null`, which the cross-site check refuses.
  set('referrer-policy', 'same-origin');
  set('cross-origin-opener-policy', 'same-origin');
  set('cross-origin-resource-policy', 'same-origin');
  set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  if (isHttps) set('strict-transport-security', 'max-age=63072000; includeSubDomains');
}
