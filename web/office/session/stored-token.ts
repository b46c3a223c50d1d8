/**
 * The two marks of a session that a script can read, as in the specification: the token in local storage and the
 * cookie of the refresh token. Neither gives access; only the server's own cookie does.
 */
import { removeAllDrafts } from '../draft/draft-store.ts';

export const tokenKey = 'token';
const keptAtKey = 'tokenAt';

/** The token of the session that this browser has now. */
export function storedToken(): string | null {
  return localStorage.getItem(tokenKey);
}

export function keepToken(token: string): void {
  localStorage.setItem(keptAtKey, String(Date.now()));
  localStorage.setItem(tokenKey, token);
}

/** Also removes the drafts, which only the session can decrypt. */
export function dropToken(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(keptAtKey);
  removeAllDrafts();
}

/** Whether somebody has signed in since this page was requested, perhaps another person in another tab. */
export function isTokenNewerThanPage(): boolean {
  return Number(localStorage.getItem(keptAtKey)) > performance.timeOrigin;
}

export function hasSessionMarks(): boolean {
  return localStorage.getItem(tokenKey) !== null && /(?:^|;\s*)refreshToken=[^;]/.test(document.cookie);
}
