/**
 * Grants: the right to read the application that a status check found, signed in a cookie. A second cookie lists the
 * passports that a browser has found before. The server stores nothing about a grant unless it is ended early.
 */
import type { Answers } from '../../contract/answers.ts';
import { limits } from '../../contract/limits.ts';
import { memoize } from '../../contract/memoize.ts';
import { type Context, latestTime } from '../context.ts';
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
export interface GrantCookies {
  grant?: string | undefined;
  copy?: string | undefined;
  browser?: string | undefined;
}

/** A cookie to set; a lifetime of 0 seconds removes it. */
export interface NewCookie {
  name: keyof GrantCookies;
  value: string;
  lifeSeconds: number;
}

const grantSeconds = limits.grantMinutes * 60;
/** For this long after a copy has ended, the browser still learns how it ended. */
const endedSeconds = 15 * 60;
/** Another find of the same application within this time keeps the grant. */
const repeatedWithinMs = 10_000;
/**
 * The value of a cookie that outlives the grant, so that a page can say how the copy ended; it holds nothing personal.
 */
type CopyState = 'open' | 'closed';
/** The expiry of a grant that starts at this moment, or is extended from its end. */
const expiryOf = memoize((at) => new Date(Date.parse(at) + grantSeconds * 1_000).toISOString());

/** When the status check was made, in milliseconds. */
function startOf({ expiresAt, isExtended }: Grant): number {
  return Date.parse(expiresAt) - (isExtended ? 2 : 1) * grantSeconds * 1_000;
}

/**
 * The caller's grant, even if it was ended early; null for none, an expired one, one from before a restore, and one that
 * a clock that was ahead has given.
 */
export function currentGrant(ctx: Context, cookies: GrantCookies): Grant | null {
  const grant = cookies.grant ? (ctx.keys.verify('grant', cookies.grant) as Grant | null) : null;
  if (!grant || grant.expiresAt <= ctx.now().toISOString()) return null;
  if (startOf(grant) > Date.parse(latestTime(ctx))) return null;
  return ctx.restoredAt !== null && startOf(grant) < Date.parse(ctx.restoredAt) ? null : grant;
}

/**
 * A grant for this application, which replaces the earlier one. If that was for the same application a moment ago, it
 * only gets a new end: otherwise somebody who repeats a search in a loop would store a row with each.
 */
export function newGrant(ctx: Context, applicationId: string, earlier: Grant | null): NewCookie[] {
  const id = earlier && isRepeated(ctx, applicationId, earlier) ? earlier.id : newId();
  if (earlier && earlier.id !== id) end(ctx, earlier);
  const expiresAt = expiryOf(ctx.now().toISOString());
  return cookiesFor(ctx, { id, ids: [applicationId], expiresAt, isExtended: false }, grantSeconds);
}

function isRepeated(ctx: Context, applicationId: string, earlier: Grant): boolean {
  const isRecent = ctx.now().getTime() - startOf(earlier) < repeatedWithinMs;
  return isRecent && earlier.ids.every((id) => id === applicationId) && !recorderOf(ctx).isGrantEnded(earlier.id);
}

/** The row of an end is needed until the latest possible expiry, which another cookie of the same grant may have. */
function end(ctx: Context, { id }: Grant): void {
  recorderOf(ctx).endGrant(id, expiryOf(expiryOf(ctx.now().toISOString())));
}

function cookiesFor(ctx: Context, grant: Grant, lifeSeconds: number): NewCookie[] {
  return [
    { name: 'grant', value: ctx.keys.sign('grant', grant), lifeSeconds },
    { name: 'copy', value: 'open' satisfies CopyState, lifeSeconds: lifeSeconds + endedSeconds },
  ];
}

/**
 * Extends the caller's grant once. The new end is computed from the first end and not from the present time, so the
 * same grant in two tabs gets the same result.
 */
export async function extendGrant(
  ctx: Context,
  cookies: GrantCookies,
): Promise<{ expiresAt: string; cookies: NewCookie[] }> {
  const grant = currentGrant(ctx, cookies);
  if (!grant || (await grantedIds(ctx, cookies)).length === 0) throw new Refusal('copy_not_open');
  if (grant.isExtended) throw new Refusal('copy_extended');
  const expiresAt = expiryOf(grant.expiresAt);
  const lifeSeconds = Math.ceil((Date.parse(expiresAt) - ctx.now().getTime()) / 1_000);
  return { expiresAt, cookies: cookiesFor(ctx, { ...grant, expiresAt, isExtended: true }, lifeSeconds) };
}

/** How the last copy of the caller ended; the browser keeps this cookie for longer than the grant. */
export function endOfCopy(ctx: Context, cookies: GrantCookies): Answers['granted']['ended'] {
  if (cookies.copy === ('closed' satisfies CopyState)) return 'closed';
  return cookies.copy === ('open' satisfies CopyState) && !currentGrant(ctx, cookies) ? 'time' : null;
}

/** The ids of the live applications that the caller may read. */
export async function grantedIds(ctx: Context, cookies: GrantCookies): Promise<string[]> {
  const grant = currentGrant(ctx, cookies);
  if (!grant || recorderOf(ctx).isGrantEnded(grant.id)) return [];
  return liveIdsOfGrant(ctx, grant.id, grant.ids);
}

/** The live applications that the grant opens, with their decisions; none when it was ended. */
export async function readGranted(ctx: Context, grant: Grant): ReturnType<typeof recordsOfGrant> {
  return recorderOf(ctx).isGrantEnded(grant.id) ? [] : recordsOfGrant(ctx, grant.id, grant.ids);
}

/** Ends the caller's grant for good, also for other copies of its cookie, and removes the cookie. */
export async function endGrant(ctx: Context, cookies: GrantCookies): Promise<NewCookie[]> {
  const grant = currentGrant(ctx, cookies);
  if (grant) {
    end(ctx, grant);
    await recorderOf(ctx).writeQueued();
  }
  return [
    { name: 'grant', value: '', lifeSeconds: 0 },
    ...(grant ? [{ name: 'copy' as const, value: 'closed' satisfies CopyState, lifeSeconds: endedSeconds }] : []),
  ];
}

const browserSeconds = 180 * 86_400;
const rememberedMax = 20;

export interface Browser {
  id: string;
  /** Keyed hashes of passports, newest first. */
  found: string[];
}

export function knownBrowser(ctx: Context, { browser }: GrantCookies): Browser | null {
  return browser ? (ctx.keys.verify('browser', browser) as Browser | null) : null;
}

/** The cookie with the list of found passports, this one first. */
export function rememberFound(ctx: Context, browser: Browser | null, passport: string): NewCookie {
  const found = [passport, ...(browser?.found ?? []).filter((other) => other !== passport)].slice(0, rememberedMax);
  const value = ctx.keys.sign('browser', { id: browser?.id ?? newId(), found } satisfies Browser);
  return { name: 'browser', value, lifeSeconds: browserSeconds };
}
