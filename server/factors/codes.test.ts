import { Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { codeOf, newRecoveryCodes, newTotpSecret, stepsOf, totpUri } from './codes.ts';

/** RFC 6238, appendix B: the time in seconds and the code, of which an app shows the last six digits. */
const vectors: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];
const secret = Secret.fromLatin1('12345678901234567890').base32;

it('a code is that of RFC 6238, in its step and one step either way', () => {
  for (const [seconds, digits] of vectors) {
    const code = digits.slice(-6);
    const step = Math.floor(seconds / 30);
    expect(codeOf(secret, step)).toBe(code);
    const at = (aside: number) => stepsOf(secret, code, new Date((seconds + aside * 30) * 1_000));
    for (const aside of [-1, 0, 1]) expect(at(aside)).toContain(step);
    for (const aside of [-2, 2]) expect(at(aside)).not.toContain(step);
  }
});

it('a secret has 160 random bits, and an app is told which codes to make of it', () => {
  const one = newTotpSecret();
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(one);
  const uri = new URL(totpUri(one, 'Padma & Visas', 'rupa@padma.example'));
  expect(`${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`).toBe(
    'otpauth://totp/Padma & Visas:rupa@padma.example',
  );
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Padma & Visas',
    secret: one,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

it('recovery codes are ten of ten characters that nobody mistakes for another', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
});
