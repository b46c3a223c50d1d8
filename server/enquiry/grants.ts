/**
 * The right to read what an enquiry has found, sealed into a cookie, and the memory of a
 * browser for the passports that it has found before. Nothing is stored for a grant
 * until it ends early.
 */
import { isoMoment } from '../../contract/dates.ts';
import type { CopyEnd } from '../../contract/enquiry.ts';
import { limits } from '../../contract/limits.ts';
import { memorized } from '../../contract/memorized.ts';
import type { Context } from '../context.ts';
import { cookieName, privateCookie } from '../http/cookies.ts';
import { newId } from '../identifiers.ts';
import { liveIdsOfGrant } from './enquiry.db.ts';
import { recorderOf } from './recorder.ts';

export interface Grant {
  id: string;
  /** The applications that it opens. */
  ids: string[];
  expiresAt: string;
}

type Cookies = ReadonlyMap<string, string>;

const grantSeconds = limits.grantMinutes * 60;
const endedSeconds = limits.endedCopyMinutes * 60;
/** What a cookie says of the copy itself, for the time after it; nothing personal. */
type CopyMark = 'open' | 'closed';
/** Of one that begins at this moment. */
const expiryOf = memorized((at) => new Date(Date.parse(at) + grantSeconds * 1_000).toISOString());

/** The grant that the caller holds, whether or not it was ended; null for none and for an expired one. */
export function heldGrant(ctx: Context, cookies: Cookies): Grant | null {
  const sealed = cookies.get(cookieName('grant', ctx.settings));
  const grant = sealed ? (ctx.keys.open('grant', sealed) as Grant | null) : null;
  return grant && grant.expiresAt > isoMoment(ctx.now()) ? grant : null;
}

/** A grant for these applications, as cookies, in the place of the one held before. */
export function grantCookies(ctx: Context, ids: string[], held: Grant | null): string[] {
  if (held) recorderOf(ctx).endGrant(held.id, held.expiresAt);
  const grant: Grant = { id: newId(), ids, expiresAt: expiryOf(isoMoment(ctx.now())) };
  return [
    privateCookie('grant', ctx.keys.seal('grant', grant), grantSeconds, ctx.settings),
    privateCookie('copy', 'open' satisfies CopyMark, grantSeconds + endedSeconds, ctx.settings),
  ];
}

/** How the copy ended that the caller had a moment ago: his browser keeps the mark for longer than the grant. */
export function endOfCopy(ctx: Context, cookies: Cookies): CopyEnd | null {
  const mark = cookies.get(cookieName('copy', ctx.settings));
  if (mark === ('closed' satisfies CopyMark)) return 'closed';
  return mark === ('open' satisfies CopyMark) && !heldGrant(ctx, cookies) ? 'time' : null;
}

/** The live applications that the caller may read. */
export async function grantedIds(ctx: Context, cookies: Cookies): Promise<string[]> {
  const grant = heldGrant(ctx, cookies);
  if (!grant || recorderOf(ctx).isEnded(grant.id)) return [];
  return liveIdsOfGrant(ctx, grant.id, grant.ids);
}

/** Ends the caller's grant for good, copies of its cookie included; the cookies that take it away. */
export async function endHeldGrant(ctx: Context, cookies: Cookies): Promise<string[]> {
  const grant = heldGrant(ctx, cookies);
  if (grant) {
    const recorder = recorderOf(ctx);
    recorder.endGrant(grant.id, grant.expiresAt);
    await recorder.flush();
  }
  return [
    privateCookie('grant', '', 0, ctx.settings),
    ...(grant ? [privateCookie('copy', 'closed' satisfies CopyMark, endedSeconds, ctx.settings)] : []),
  ];
}

const browserSeconds = 180 * 86_400;
const rememberedMax = 20;

export interface Browser {
  id: string;
  /** Keyed hashes of passports, the latest first. */
  found: string[];
}

export function knownBrowser(ctx: Context, cookies: Cookies): Browser | null {
  const sealed = cookies.get(cookieName('browser', ctx.settings));
  return sealed ? (ctx.keys.open('browser', sealed) as Browser | null) : null;
}

export function browserCookie(ctx: Context, browser: Browser | null, passport: string): string {
  const found = [passport, ...(browser?.found ?? []).filter((other) => other !== passport)].slice(0, rememberedMax);
  const sealed = ctx.keys.seal('browser', { id: browser?.id ?? newId(), found } satisfies Browser);
  return privateCookie('browser', sealed, browserSeconds, ctx.settings);
}
