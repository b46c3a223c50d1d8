/** Where signing in leads back to. */
import { officeScreens } from '../../../contract/pages.ts';

export const startScreen = '/dashboard';

/** The screen that `?next=` asks for if it is one of our own, else the start of the office. */
export function nextPath(url: string): string {
  const next = new URL(url, 'http://own').searchParams.get('next') ?? '';
  // Letters, digits, hyphens and single slashes name no other host, whatever a browser makes of it.
  const path = /^((?:\/[A-Za-z0-9-]+)+)(?:\?[\w=&%.-]*)?$/.exec(next)?.[1];
  const first = path?.split('/')[1] ?? '';
  return path && ['profile', ...officeScreens.map((screen) => screen.split('/')[0])].includes(first)
    ? next
    : startScreen;
}

export const loginPath = (url: string) => pathBefore('/login', url);

export const newPasswordScreen = '/newPassword';

/** To the screen that a given password is changed on, and back. */
export const newPasswordPath = (url: string) => pathBefore(newPasswordScreen, url);

function pathBefore(screen: string, url: string): string {
  const { pathname, search } = new URL(url);
  return `${screen}?${new URLSearchParams({ next: pathname + search })}`;
}
