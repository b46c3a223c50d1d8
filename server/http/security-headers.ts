/** The headers that every answer carries (OWASP ASVS 5.0, chapter 3). */

const dataPolicy = "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";

const always = {
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  // For browsers that do not know `frame-ancestors`.
  'x-frame-options': 'DENY',
  // Not `no-referrer`: with it, browsers post forms with `Origin: null`, which the cross-site check refuses.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** The headers for caches and search engines on an answer with data, unless it sets its own. */
export const noStoreHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const;

/** The security headers of every answer; a page or a file replaces the policy by its own. */
export function secureHeadersOf(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? { ...always, 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : always;
}
