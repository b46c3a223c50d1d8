import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKeys } from './keys.ts';

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
