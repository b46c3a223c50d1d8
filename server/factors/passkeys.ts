/**
 * Passkeys (WebAuthn): adds them, and checks their answers. The library is loaded at first use, since most processes
 * never need it.
 */
import { limits } from '../../contract/limits.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { logRefusal } from '../audit/refusals.ts';
import { type Actor, type Context, inTransaction } from '../context.ts';
import type { PasskeyTable } from '../db/tables.ts';
import { newId } from '../identifiers.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { endOtherSessions } from '../sessions/sessions.ts';
import type { Settings } from '../settings.ts';
import { type Challenge, type ChallengeUse, openChallenge, spendChallenge } from './challenges.ts';
import { passkeyPurpose } from './encrypted-values.ts';
import { countUse, findPasskey, insertPasskey, type OwnedPasskey, passkeysOf } from './factors.db.ts';
import type { Assertion, Registration } from './requests.ts';

/** Base64url, and longer than any credential id of WebAuthn; PostgreSQL would not even compare some other texts. */
const credentialIdShape = /^[\w-]{1,1400}$/;

/** EdDSA, ES256 and RS256; by default the library also offers algorithms that are experimental in Node. */
const supportedAlgorithmIDs = [-8, -7, -257];

const webAuthn = () => import('@simplewebauthn/server');

/** A passkey belongs to the host name of the site, and its answers belong to the origin. */
const siteOf = ({ publicUrl }: Settings) => ({ expectedOrigin: publicUrl, expectedRPID: new URL(publicUrl).hostname });

/** For `navigator.credentials.create`. */
export async function creationOptions(ctx: Context, actor: Actor, challenge: string) {
  const { generateRegistrationOptions } = await webAuthn();
  const known = await passkeysBelowLimit(ctx, actor);
  return generateRegistrationOptions({
    rpName: ctx.settings.brand.name,
    rpID: siteOf(ctx.settings).expectedRPID,
    userID: Uint8Array.from(Buffer.from(actor.id)),
    userName: actor.email,
    userDisplayName: actor.name,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** For `navigator.credentials.get`; without an account, the person chooses among the passkeys of this site. */
export async function requestOptions(ctx: Context, challenge: string, accountId?: string) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: siteOf(ctx.settings).expectedRPID,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    allowCredentials: accountId === undefined ? [] : (await passkeysOf(ctx, accountId)).map(describe),
    userVerification: 'required',
  });
}

/** The passkeys of the account; throws where it may have no more. */
async function passkeysBelowLimit(ctx: Context, { id }: Actor): Promise<PasskeyTable[]> {
  const known = await passkeysOf(ctx, id);
  if (known.length >= limits.passkeysMax) throw new Refusal('too_many_passkeys');
  return known;
}

function describe({ credentialId, transports }: PasskeyTable): { id: string; transports: string[] } {
  return { id: credentialId, transports: JSON.parse(transports) };
}

export async function addPasskey(
  ctx: Context,
  actor: Actor,
  { name, credential }: { name: string; credential: Registration },
  cookie: string | undefined,
): Promise<PasskeyTable> {
  const challenge = openChallenge(ctx, cookie, 'add', actor.sessionId);
  const verified = challenge && (await verifyRegistration(ctx, credential, challenge));
  if (!verified) throw passkeyRefusal(ctx, actor);
  const credentialId = verified.id;
  const passkey: PasskeyTable = {
    id: newId(),
    accountId: actor.id,
    name,
    credentialId,
    publicKey: ctx.keys.encrypt(
      passkeyPurpose(actor.id, credentialId),
      Buffer.from(verified.publicKey).toString('base64url'),
    ),
    counter: verified.counter,
    transports: JSON.stringify(credential.response.transports ?? []),
    createdAt: ctx.now().toISOString(),
    lastUsedAt: null,
  };
  await inTransaction(ctx, async (ctx) => {
    if (!(await spendChallenge(ctx, challenge))) throw passkeyRefusal(ctx, actor);
    await endOtherSessions(ctx, actor);
    await passkeysBelowLimit(ctx, actor);
    if (!(await insertPasskey(ctx, passkey))) throw passkeyRefusal(ctx, actor);
    await writeAuditEntry(ctx, { action: 'factor.added', record: actor.id, fields: ['passkeys'] });
  });
  return passkey;
}

/** The error for a passkey of somebody who is signed in; it is recorded. */
export function passkeyRefusal(ctx: Context, actor: Actor): Refusal {
  logRefusal(ctx, { action: 'factor.refused', record: actor.id, actor });
  return fieldRefusal('credential', 'wrong_passkey');
}

async function verifyRegistration(ctx: Context, credential: Registration, { value }: Challenge) {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge: value,
      ...siteOf(ctx.settings),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    const verified = registrationInfo?.credential;
    return verified && credentialIdShape.test(verified.id) ? verified : null;
  } catch {
    // The library throws for every answer that it cannot read or verify.
    return null;
  }
}

/** A verified answer; `acceptPasskey` decides whether it is also the first one to its challenge. */
export interface PasskeyAnswer {
  passkey: OwnedPasskey;
  challenge: Challenge;
  counter: number;
}

export interface CheckedPasskey {
  /** The account that the passkey belongs to, if it is known. */
  accountId: string | null;
  /** Null where the answer did not verify. */
  answer: PasskeyAnswer | null;
}

export async function checkPasskey(
  ctx: Context,
  credential: Assertion,
  cookie: string | undefined,
  [use, sessionId]: [ChallengeUse, string?],
): Promise<CheckedPasskey> {
  const challenge = openChallenge(ctx, cookie, use, sessionId);
  const passkey = credentialIdShape.test(credential.id) ? await findPasskey(ctx, credential.id) : undefined;
  const accountId = passkey?.accountId ?? null;
  if (!challenge || !passkey) return { accountId, answer: null };
  const counter = await verifySignature(ctx, credential, challenge, passkey);
  return { accountId, answer: counter === null ? null : { passkey, challenge, counter } };
}

/** To be called in the transaction of what the passkey allows. False for a second answer, and for a removed passkey. */
export async function acceptPasskey(ctx: Context, { passkey, challenge, counter }: PasskeyAnswer): Promise<boolean> {
  if (!(await spendChallenge(ctx, challenge))) return false;
  return countUse(ctx, passkey.id, counter, ctx.now().toISOString());
}

/** The new counter, or null if the signature does not verify. */
async function verifySignature(
  ctx: Context,
  credential: Assertion,
  { value }: Challenge,
  { accountId, credentialId, publicKey, counter }: OwnedPasskey,
): Promise<number | null> {
  const key = ctx.keys.decrypt(passkeyPurpose(accountId, credentialId), publicKey);
  const { userHandle } = credential.response;
  const isOwner = !userHandle || userHandle === Buffer.from(accountId).toString('base64url');
  if (key === null || !isOwner) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge: value,
      ...siteOf(ctx.settings),
      credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(key, 'base64url')), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for every answer that it cannot read or verify.
    return null;
  }
}
