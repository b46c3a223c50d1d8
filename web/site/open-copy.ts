/** Loads the copy that the caller has a grant for, for the pages that show a part of it. */
import type { RouterContextProvider } from 'react-router';
import type { GrantedApplication } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import type { CopyEnd } from '../../contract/enquiry.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { pageContext } from '../page.ts';

const refreshLateSeconds = 5;

export interface OpenCopy {
  outcome: 'open';
  applications: GrantedApplication[];
  expiresAt: string;
  secondsLeft: number;
  canExtend: boolean;
  /** The day in Dhaka. */
  today: string;
  /** Without script, the browser reloads the page when the time is over; the script does so earlier. */
  headers: { refresh: string };
}

export type Copy =
  | OpenCopy
  | { outcome: 'none'; ended: CopyEnd | null }
  | { outcome: 'failed'; code: ErrorCode; status: number };

export async function openCopy(pathname: string, context: Readonly<RouterContextProvider>): Promise<Copy> {
  const result = await context.get(pageContext).api.call('granted');
  if (!result.ok) return { outcome: 'failed', code: result.error.code, status: result.status };
  const { applications, expiresAt, canExtend, ended } = result.data;
  if (applications.length === 0 || !expiresAt) return { outcome: 'none', ended };
  const now = Date.now();
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  const refresh = `${secondsLeft + refreshLateSeconds}; url=${pathname}`;
  const today = dhakaDay(new Date(now));
  return { outcome: 'open', applications, expiresAt, secondsLeft, canExtend, today, headers: { refresh } };
}
