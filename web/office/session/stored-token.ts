/**
 * The two marks of a session that a script can read, as in the specification: the token in local storage and the
 * cookie of the refresh token. Neither gives access; only the server's own cookie does.
 */
import { removeAllDrafts } from '../draft/draft-store.ts';

export const tokenKey = 'token';

export function keepToken(token: string): void {
  localStorage.setItem(tokenKey, token);
}

/** Also removes the drafts, which only the session can decrypt. */
export function dropToken(): void {
  localStorage.removeItem(tokenKey);
  removeAllDrafts();
}

export function hasSessionMarks(): boolean {
  return localStorage.getItem(tokenKey) !== null && /(?:^|;\s*)refreshToken=[^;]/.test(document.cookie);
}
