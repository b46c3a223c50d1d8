/**
 * The two marks of a session that a script can read, as the specification has them:
 * the token in local storage and the refresh token's cookie. Neither opens anything;
 * the server's own cookie does.
 */
const key = 'token';

export function keepToken(token: string): void {
  localStorage.setItem(key, token);
}

export function dropToken(): void {
  localStorage.removeItem(key);
}

export function hasSessionMarks(): boolean {
  return localStorage.getItem(key) !== null && /(?:^|;\s*)refreshToken=[^;]/.test(document.cookie);
}
