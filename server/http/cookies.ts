/**
 * The cookies of the product: names and attributes; the caller gives the lifetime. On https, cookies that grant rights have the `__Host-`
 * prefix, which ties them to this origin (RFC 6265bis).
 */
import { limits } from '../../contract/limits.ts';
import type { Settings } from '../settings.ts';

export type CookieName = 'session' | 'device' | 'grant' | 'browser' | 'copy' | 'challenge';

export function cookieName(name: CookieName, settings: Settings): string {
  return settings.isHttps ? `__Host-${name}` : name;
}

/** Values are used as they were sent: ours need no decoding, which `@fastify/cookie` would do for each. */
export function cookiesOf(headers: Pick<Headers, 'get'>): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    // The first of two equal names wins. On https their prefix `__Host-` keeps sibling subdomains from setting ours.
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

export const cookieOf = (cookies: ReadonlyMap<string, string>, name: CookieName, settings: Settings) =>
  cookies.get(cookieName(name, settings));

/** A cookie that no script can read. A lifetime of 0 seconds removes it. */
export function privateCookie(name: CookieName, value: string, lifeSeconds: number, settings: Settings): string {
  return cookie(`${cookieName(name, settings)}=${value}`, lifeSeconds, 'HttpOnly; ', settings);
}

/** Readable by scripts on purpose: it only shows that a session exists and authenticates nothing. */
export function refreshTokenCookie(value: string, settings: Settings): string {
  return cookie(`refreshToken=${value}`, value ? limits.sessionDays * 86_400 : 0, '', settings);
}

function cookie(pair: string, lifeSeconds: number, access: 'HttpOnly; ' | '', { isHttps }: Settings): string {
  return `${pair}; Path=/; Max-Age=${lifeSeconds}; ${access}SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

export function expiredSessionCookies(settings: Settings): string[] {
  return [privateCookie('session', '', 0, settings), refreshTokenCookie('', settings)];
}
