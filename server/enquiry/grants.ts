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
import { Refusal } from '../refusal.ts';
import { liveIdsOfGrant } from './enquiry.db.ts';
import { recorderOf } from './recorder.ts';

export interface Grant {
  id: string;
  /** The applications that it opens. */
  ids: string[];
  expiresAt: string;
  /** Whether it has been given more time. */
  isExtended: boolean;
}

type Cookies = ReadonlyMap<string, string>;

const grantSeconds = limits.grantMinutes * 60;
const endedSeconds = limits.endedCopyMinutes * 60;
/** What a cookie says of the copy itself, for the time after it; nothing personal. */
type CopyMark = 'open' | 'closed';
/** Of one that begins at this moment, or is extended at its end. */
const expiryOf = memorized((at) => new Date(Date.parse(at) + grantSeconds * 1_000).toISOString());

/** Until then a cookie of it may be shown, extended or not: its end has to be known for as long. */
const lastMomentOf = ({ expiresAt, isExtended }: Grant) => (isExtended ? expiresAt : expiryOf(expiresAt));

/** The grant that the caller holds, whether or not it was ended; null for none and for an expired one. */
export function heldGrant(ctx: Context, cookies: Cookies): Grant | null {
  const sealed = cookies.get(cookieName('grant', ctx.settings));
  const grant = sealed ? (ctx.keys.open('grant', sealed) as Grant | null) : null;
  return grant && grant.expiresAt > isoMoment(ctx.now()) ? grant : null;
}

/** A grant for these applications, as cookies, in the place of the one held before. */
export function grantCookies(ctx: Context, ids: string[], held: Grant | null): string[] {
  if (held) recorderOf(ctx).endGrant(held.id, lastMomentOf(held));
  const expiresAt = expiryOf(isoMoment(ctx.now()));
  return cookiesOfGrant(ctx, { id: newId(), ids, expiresAt, isExtended: false }, grantSeconds);
}

function cookiesOfGrant(ctx: Context, grant: Grant, lifeSeconds: number): string[] {
  return [
    privateCookie('grant', ctx.keys.seal('grant', grant), lifeSeconds, ctx.settings),
    privateCookie('copy', 'open' satisfies CopyMark, lifeSeconds + endedSeconds, ctx.settings),
  ];
}

/**
 * Gives the caller's grant more time, once. It ends so much after its first end, not after this moment: whoever asks
 * with the same cookie again, or in two tabs at once, gets the same.
 */
export async function extendHeldGrant(
  ctx: Context,
  cookies: Cookies,
): Promise<{ expiresAt: string; cookies: string[] }> {
  const grant = heldGrant(ctx, cookies);
  if (!grant || (await grantedIds(ctx, cookies)).length === 0) throw new Refusal('copy_not_open');
  if (grant.isExtended) throw new Refusal('copy_extended');
  const expiresAt = lastMomentOf(grant);
  const lifeSeconds = Math.ceil((Date.parse(expiresAt) - ctx.now().getTime()) / 1_000);
  return { expiresAt, cookies: cookiesOfGrant(ctx, { ...grant, expiresAt, isExtended: true }, lifeSeconds) };
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
    recorder.endGrant(grant.id, lastMomentOf(grant));
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
