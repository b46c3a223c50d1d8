/**
 * The right to read what an enquiry has found, sealed and held by the browser, and the memory of a
 * browser for the passports that it has found before. Nothing is stored for a grant
 * until it ends early.
 */
import type { CopyEnd } from '../../contract/enquiry.ts';
import { limits } from '../../contract/limits.ts';
import { memoize } from '../../contract/memoize.ts';
import type { Context } from '../context.ts';
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

/** What a browser shows of what it was given. */
export interface Shown {
  grant?: string | undefined;
  copy?: string | undefined;
  browser?: string | undefined;
}

/** What a browser is given to hold; for 0 seconds it is taken away. */
export interface Given {
  name: keyof Shown;
  value: string;
  lifeSeconds: number;
}

const grantSeconds = limits.grantMinutes * 60;
const endedSeconds = limits.endedCopyMinutes * 60;
/** What a browser holds of the copy itself, for the time after it; nothing personal. */
type CopyMark = 'open' | 'closed';
/** Of one that begins at this moment, or is extended at its end. */
const expiryOf = memoize((at) => new Date(Date.parse(at) + grantSeconds * 1_000).toISOString());

/** Until then it may be shown, extended or not: its end has to be known for as long. */
const lastMomentOf = ({ expiresAt, isExtended }: Grant) => (isExtended ? expiresAt : expiryOf(expiresAt));

/** The grant that the caller holds, whether or not it was ended; null for none and for an expired one. */
export function heldGrant(ctx: Context, shown: Shown): Grant | null {
  const sealed = shown.grant;
  const grant = sealed ? (ctx.keys.open('grant', sealed) as Grant | null) : null;
  return grant && grant.expiresAt > ctx.now().toISOString() ? grant : null;
}

/** A grant for these applications, in the place of the one held before. */
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
 * Gives the caller's grant more time, once. It ends so much after its first end, not after this moment: whoever asks
 * with the same grant again, or in two tabs at once, gets the same.
 */
export async function extendHeldGrant(ctx: Context, shown: Shown): Promise<{ expiresAt: string; given: Given[] }> {
  const grant = heldGrant(ctx, shown);
  if (!grant || (await grantedIds(ctx, shown)).length === 0) throw new Refusal('copy_not_open');
  if (grant.isExtended) throw new Refusal('copy_extended');
  const expiresAt = lastMomentOf(grant);
  const lifeSeconds = Math.ceil((Date.parse(expiresAt) - ctx.now().getTime()) / 1_000);
  return { expiresAt, given: givenFor(ctx, { ...grant, expiresAt, isExtended: true }, lifeSeconds) };
}

/** How the copy ended that the caller had a moment ago: his browser keeps the mark for longer than the grant. */
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

/** Ends the caller's grant for good, copies of it included, and takes it away. */
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
  /** Keyed hashes of passports, the latest first. */
  found: string[];
}

export function knownBrowser(ctx: Context, shown: Shown): Browser | null {
  const sealed = shown.browser;
  return sealed ? (ctx.keys.open('browser', sealed) as Browser | null) : null;
}

/** The browser's memory, with this passport as the latest. */
export function rememberFound(ctx: Context, browser: Browser | null, passport: string): Given {
  const found = [passport, ...(browser?.found ?? []).filter((other) => other !== passport)].slice(0, rememberedMax);
  const value = ctx.keys.seal('browser', { id: browser?.id ?? newId(), found } satisfies Browser);
  return { name: 'browser', value, lifeSeconds: browserSeconds };
}
