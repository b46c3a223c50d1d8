/** The signed cookie that names the accounts which have signed in with a browser before. */
import { newId } from '../identifiers.ts';
import type { Keys } from '../keys.ts';

/** The longest lifetime of a cookie that browsers accept. */
export const deviceCookieSeconds = 400 * 86_400;
const accountsMax = 8;
const purpose = 'device';

export interface DeviceCookie {
  id: string;
  /** Keyed hashes of the e-mail addresses that signed in here, newest first. */
  accounts: readonly string[];
}

export function openDeviceCookie(keys: Keys, cookie: string | undefined): DeviceCookie {
  const value = cookie ? keys.verify(purpose, cookie) : null;
  return (value as DeviceCookie | null) ?? { id: newId(), accounts: [] };
}

export function signDeviceCookie(keys: Keys, device: DeviceCookie, account: string): string {
  const accounts = [account, ...device.accounts.filter((other) => other !== account)].slice(0, accountsMax);
  return keys.sign(purpose, { id: device.id, accounts });
}
