/**
 * The content security policy of pages: own scripts and styles, inline only by nonce or by the hash of a style, and
 * nothing from elsewhere (OWASP ASVS 5.0, 3.4).
 */
export function pagePolicy(nonce: string, styleHash?: string): string {
  const own = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  const styles = styleHash ? `${own} '${styleHash}'` : own;
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
