/** Loads the copy that the caller has a grant for, for the pages that show a part of it. */
import type { RouterContextProvider } from 'react-router';
import type { Answers, GrantedApplication } from '../../contract/answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { pageContext } from '../page-context.ts';
import { idInUrl, withId } from './document-path.ts';

const refreshLateSeconds = 5;

export interface OpenCopy {
  outcome: 'open';
  /** The id of its application, or of the first of several. */
  id: string;
  applications: GrantedApplication[];
  expiresAt: string;
  secondsLeft: number;
  canExtend: boolean;
  /** The day in Dhaka. */
  today: string;
  /** Without script, the browser reloads the page when the time is over; the script does so earlier. */
  headers: { refresh: string };
}

/** How the copy ended, or that another application was opened in this browser after it. */
export type NoCopyReason = Answers['granted']['ended'] | 'replaced';

export type Copy =
  | OpenCopy
  | { outcome: 'none'; ended: NoCopyReason }
  | { outcome: 'failed'; code: ErrorCode; status: number };

/** `url` is that of the page or form; if it names an application, only a copy of that one counts as open. */
export async function openCopy(url: string, context: Readonly<RouterContextProvider>): Promise<Copy> {
  const result = await context.get(pageContext).api.call('granted');
  if (!result.ok) return { outcome: 'failed', code: result.error.code, status: result.status };
  const { applications, expiresAt, canExtend, ended } = result.data;
  const [first] = applications;
  if (!first || !expiresAt) return { outcome: 'none', ended };
  const named = idInUrl(url);
  if (named !== null && !applications.some(({ _id }) => _id === named)) return { outcome: 'none', ended: 'replaced' };
  const id = first._id;
  const now = Date.now();
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1_000));
  const refresh = `${secondsLeft + refreshLateSeconds}; url=${withId(new URL(url).pathname, id)}`;
  const today = dhakaDay(new Date(now));
  return { outcome: 'open', id, applications, expiresAt, secondsLeft, canExtend, today, headers: { refresh } };
}
