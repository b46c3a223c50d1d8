/** The headers that every answer carries (OWASP ASVS 5.0, chapter 3). */

/** Pages: own scripts by nonce, nothing inline, nothing from elsewhere. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
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
