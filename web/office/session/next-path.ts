/** The path that the user returns to after signing in. */
import { isReturnPath } from '../../../contract/pages.ts';

export const startScreen = '/dashboard';

/** Returns the path in `?next=` if it is a path of this site, otherwise the start of the office. */
export function nextPath(url: string): string {
  const next = new URL(url, 'http://own').searchParams.get('next') ?? '';
  // A path of letters, digits, hyphens and single slashes cannot name another host in any browser.
  const path = /^((?:\/[A-Za-z0-9-]+)+)(?:\?[\w=&%.-]*)?$/.exec(next)?.[1];
  return path && isReturnPath(path) ? next : startScreen;
}

export const loginPath = (url: string) => pathBefore('/login', url);

export const newPasswordScreen = '/newPassword';

/** The path of the screen for a new password, with the way back in `next`. */
export const newPasswordPath = (url: string) => pathBefore(newPasswordScreen, url);

const secondFactorScreen = '/secondFactor';

/** The path of the screen for a second factor, with the way back in `next`. */
export const secondFactorPath = (url: string) => pathBefore(secondFactorScreen, url);

function pathBefore(screen: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${screen}?${new URLSearchParams({ next: pathname + search })}`;
}
