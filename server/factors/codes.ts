/** Codes of the second factor: those of an app (RFC 6238), and recovery codes, each of which works once. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import { limits } from '../../contract/limits.ts';

const stepMs = limits.totpStepSeconds * 1_000;
/** A code up to this many steps before or after the current one is accepted, since clocks differ. */
const stepTolerance = 1;
/** Crockford's base 32: without I, L, O and U, which are misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const secretBytes = 20;

/** A secret in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The text of the QR code for an app. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ secret, issuer, label, digits: limits.totpDigits, period: limits.totpStepSeconds }).toString();
}

export function isTotpShaped(code: string): boolean {
  return code.length === limits.totpDigits && /^\d+$/.test(code);
}

/** The steps near `now` that have this code. */
export function stepsOf(secret: string, code: string, now: Date): number[] {
  const step = Math.floor(now.getTime() / stepMs);
  const near = [0, ...Array.from({ length: stepTolerance }, (_, at) => [-at - 1, at + 1]).flat()];
  return near.map((by) => step + by).filter((counter) => areSame(codeOf(secret, counter), code));
}

export function codeOf(secret: string, step: number): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits: limits.totpDigits });
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () =>
    [...randomBytes(limits.recoveryCodeLength)].map((byte) => alphabet[byte % alphabet.length]).join(''),
  );
}

export function recoveryHash(code: string): string {
  return hash('sha256', code, 'hex');
}

export function areSame(one: string, other: string): boolean {
  const bytes = Buffer.from(one);
  const others = Buffer.from(other);
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
