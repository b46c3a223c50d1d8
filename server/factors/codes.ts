/** Codes of the second factor: those of an app (RFC 6238), and recovery codes, each of which works once. */
import { hash, randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import { limits } from '../../contract/limits.ts';
import { codeAlphabet } from '../code-alphabet.ts';
import { isEqualInConstantTime } from '../keys.ts';

const stepMs = limits.totpStepSeconds * 1_000;
/** The steps whose code is accepted, counted from the current one: clocks differ. */
const acceptedSteps = [0, -1, 1];
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
  return acceptedSteps.map((by) => step + by).filter((counter) => isEqualInConstantTime(codeOf(secret, counter), code));
}

export function codeOf(secret: string, step: number): string {
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits: limits.totpDigits });
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () =>
    [...randomBytes(limits.recoveryCodeLength)].map((byte) => codeAlphabet[byte % codeAlphabet.length]).join(''),
  );
}

export function recoveryHash(code: string): string {
  return hash('sha256', code, 'hex');
}
