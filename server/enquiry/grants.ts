/**
 * Grants: the right to read what a status check has found, sealed in a cookie. A second cookie lists the passports that
 * a browser has found before. The server stores nothing about a grant unless it ends early.
 */
import type { CopyEnd } from '../../contract/enquiry.ts';
import { limits } from '../../contract/limits.ts';
import { memoize } from '../../contract/memoize.ts';
import type { Context } from '../context.ts';
import { newId } from '../identifiers.ts';
import { Refusal } from '../refusal.ts';
import { liveIdsOfGrant, recordsOfGrant } from './enquiry.db.ts';
import { recorderOf } from './recorder.ts';

export interface Grant {
  id: string;
  /** The applications that the grant opens. */
  ids: string[];
  expiresAt: string;
  /** Whether it was extended. */
  isExtended: boolean;
}

/** The cookies that a browser sends. */
export interface Shown {
  grant?: string | undefined;
  copy?: string | undefined;
  browser?: string | undefined;
}

/** A cookie to set; a lifetime of 0 seconds removes it. */
export interface Given {
  name: keyof Shown;
  value: string;
  lifeSeconds: number;
}

const grantSeconds = limits.grantMinutes * 60;
/** For this long after a copy has ended, the browser is told so, and nothing else about it. */
const endedSeconds = 15 * 60;
/** A cookie that outlives the grant, so that a page can say how the copy ended; it holds nothing personal. */
type CopyMark = 'open' | 'closed';
/** The expiry of a grant that starts at this moment, or is extended from its end. */
const expiryOf = memoize((at) => new Date(Date.parse(at) + grantSeconds * 1_000).toISOString());

/** The latest possible expiry, extended or not: an early end must be known until then. */
const lastMomentOf = ({ expiresAt, isExtended }: Grant) => (isExtended ? expiresAt : expiryOf(expiresAt));

/** When the status check was made, in milliseconds. */
function beginOf({ expiresAt, isExtended }: Grant): number {
  return Date.parse(expiresAt) - (isExtended ? 2 : 1) * grantSeconds * 1_000;
}

/** The grant that the caller has, even if it was ended; null for none, an expired one and one from before a restore. */
export function heldGrant(ctx: Context, shown: Shown): Grant | null {
  const sealed = shown.grant;
  const grant = sealed ? (ctx.keys.open('grant', sealed) as Grant | null) : null;
  if (!grant || grant.expiresAt <= ctx.now().toISOString()) return null;
  return ctx.restoredAt !== null && beginOf(grant) < Date.parse(ctx.restoredAt) ? null : grant;
}

/** A grant for these applications, which replaces the earlier one. */
export function newGrant(ctx: Context, ids: string[], held: Grant | null): Given[] {
  if (held) recorderOf(ctx).endGrant(held.id, lastMomentOf(held));
  const expiresAt = expiryOf(ctx.now().toISOString());
  return givenFor(ctx, { id: newId(), ids, expiresAt, isExtended: false }, grantSeconds);
}

function givenFor(ctx: Context, grant: Grant, lifeSeconds: number): Given[] {
  return [
    { name: 'grant', value: ctx.keys.seal('grant', grant), lifeSeconds },
    { name: 'copy', value: 'open' satisfies CopyMark, lifeSeconds: lifeSeconds + endedSeconds },
  ];
}

/**
 * Extends the caller's grant once. The new end is counted from the first end and not from this moment, so the same
 * grant in two tabs gets the same result.
 */
export async function extendHeldGrant(ctx: Context, shown: Shown): Promise<{ expiresAt: string; given: Given[] }> {
  const grant = heldGrant(ctx, shown);
  if (!grant || (await grantedIds(ctx, shown)).length === 0) throw new Refusal('copy_not_open');
  if (grant.isExtended) throw new Refusal('copy_extended');
  const expiresAt = lastMomentOf(grant);
  const lifeSeconds = Math.ceil((Date.parse(expiresAt) - ctx.now().getTime()) / 1_000);
  return { expiresAt, given: givenFor(ctx, { ...grant, expiresAt, isExtended: true }, lifeSeconds) };
}

/** How the last copy of the caller ended; the browser keeps this cookie for longer than the grant. */
export function endOfCopy(ctx: Context, shown: Shown): CopyEnd | null {
  const mark = shown.copy;
  if (mark === ('closed' satisfies CopyMark)) return 'closed';
  return mark === ('open' satisfies CopyMark) && !heldGrant(ctx, shown) ? 'time' : null;
}

/** The live applications that the caller may read. */
export async function grantedIds(ctx: Context, shown: Shown): Promise<string[]> {
  const grant = heldGrant(ctx, shown);
  if (!grant || recorderOf(ctx).isEnded(grant.id)) return [];
  return liveIdsOfGrant(ctx, grant.id, grant.ids);
}

/** The live applications that the grant opens, with their decisions; none when it was ended. */
export async function readGranted(ctx: Context, grant: Grant): ReturnType<typeof recordsOfGrant> {
  return recorderOf(ctx).isEnded(grant.id) ? [] : recordsOfGrant(ctx, grant.id, grant.ids);
}

/** Ends the caller's grant for good, including copies of the cookie, and removes the cookie. */
export async function endHeldGrant(ctx: Context, shown: Shown): Promise<Given[]> {
  const grant = heldGrant(ctx, shown);
  if (grant) {
    const recorder = recorderOf(ctx);
    recorder.endGrant(grant.id, lastMomentOf(grant));
    await recorder.flush();
  }
  return [
    { name: 'grant', value: '', lifeSeconds: 0 },
    ...(grant ? [{ name: 'copy' as const, value: 'closed' satisfies CopyMark, lifeSeconds: endedSeconds }] : []),
  ];
}

const browserSeconds = 180 * 86_400;
const rememberedMax = 20;

export interface Browser {
  id: string;
  /** Keyed hashes of passports, newest first. */
  found: string[];
}

export function knownBrowser(ctx: Context, shown: Shown): Browser | null {
  const sealed = shown.browser;
  return sealed ? (ctx.keys.open('browser', sealed) as Browser | null) : null;
}

/** The list of found passports, with this one as the newest. */
export function rememberFound(ctx: Context, browser: Browser | null, passport: string): Given {
  const found = [passport, ...(browser?.found ?? []).filter((other) => other !== passport)].slice(0, rememberedMax);
  const value = ctx.keys.seal('browser', { id: browser?.id ?? newId(), found } satisfies Browser);
  return { name: 'browser', value, lifeSeconds: browserSeconds };
}
