/** The paths of the screens for signing in, with the way back in `next`. */
import { isOfficePath } from '../../../contract/pages.ts';

export const startScreen = '/dashboard';

/** Returns the path in `?next=` if it is a path of this site, otherwise the start of the office. */
export function nextPath(url: string): string {
  const next = new URL(url, 'http://own').searchParams.get('next') ?? '';
  // A path of letters, digits, hyphens and single slashes cannot name another host in any browser.
  const path = /^((?:\/[A-Za-z0-9-]+)+)(?:\?[\w=&%.-]*)?$/.exec(next)?.[1];
  return path && isOfficePath(path) && !isSignInPath(path) ? next : startScreen;
}

const loginScreen = '/login';

export const loginPath = (url: string) => pathBefore(loginScreen, url);

const newPasswordScreen = '/newPassword';

/** The path of the screen for a new password, with the way back in `next`. */
export const newPasswordPath = (url: string) => pathBefore(newPasswordScreen, url);

const secondFactorScreen = '/secondFactor';

/** The path of the screen for a second factor, with the way back in `next`. */
export const secondFactorPath = (url: string) => pathBefore(secondFactorScreen, url);

/** Whether the path is a step of signing in, which has no way to other screens and is none to return to. */
export function isSignInPath(path: string): boolean {
  return [loginScreen, newPasswordScreen, secondFactorScreen].some((screen) => `${path}/`.startsWith(`${screen}/`));
}

function pathBefore(screen: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${screen}?${new URLSearchParams({ next: pathname + search })}`;
}
