import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKeys, hmacSha256 } from './keys.ts';

describe('our HMAC', () => {
  it('is that of the platform, for keys and texts of every length', () => {
    for (const keyBytes of [0, 1, 32, 64]) {
      const key = randomBytes(keyBytes);
      const ours = hmacSha256(key);
      const theirs = (text: string) => createHmac('sha256', key).update(text).digest('hex');
      for (const length of [0, 1, 55, 64, 682, 683, 2_048, 2_049, 20_000]) {
        for (const letter of ['a', 'é', 'আ', '😀', '\0']) {
          const text = letter.repeat(length);
          expect(ours(text)).toBe(theirs(text));
        }
      }
      // A long text must leave nothing behind for a short one.
      expect(ours('short')).toBe(theirs('short'));
    }
  });

  it('refuses a key that would have to be hashed first', () => {
    expect(() => hmacSha256(randomBytes(65))).toThrow(RangeError);
  });
});

describe('a seal', () => {
  const keys = deriveKeys(randomBytes(32));
  const value = { id: 'a'.repeat(24), names: ['আয়েশা', 'with.dots'] };

  it('gives back what was sealed, for its purpose and key alone', () => {
    const sealed = keys.seal('grant', value);
    expect(sealed).toMatch(/^[\w-]+[0-9a-f]{64}$/);
    expect(keys.open('grant', sealed)).toEqual(value);
    expect(keys.open('browser', sealed)).toBeNull();
    expect(deriveKeys(randomBytes(32)).open('grant', sealed)).toBeNull();
  });

  it('is broken by any change, and by anything that never was one', () => {
    const sealed = keys.seal('grant', value);
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'a' ? 'b' : 'a';
      expect(keys.open('grant', sealed.slice(0, at) + other + sealed.slice(at + 1)), String(at)).toBeNull();
      expect(keys.open('grant', sealed.slice(0, at))).toBeNull();
    }
    for (const wrong of [
      '',
      'x',
      sealed + sealed,
      `${sealed}0`,
      sealed.slice(-64),
      'é'.repeat(64),
      `${sealed.slice(0, -64)}${'é'.repeat(64)}`,
    ]) {
      expect(keys.open('grant', wrong), wrong).toBeNull();
    }
  });
});
