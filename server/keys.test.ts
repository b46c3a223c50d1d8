import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKeys } from './keys.ts';

describe('a signed text', () => {
  const keys = deriveKeys(randomBytes(32));
  const value = { id: 'a'.repeat(24), names: ['আয়েশা', 'with.dots'] };

  it('returns the signed value, only for its purpose and key', () => {
    const signed = keys.sign('grant', value);
    expect(signed).toMatch(/^[\w-]+[0-9a-f]{64}$/);
    expect(keys.verify('grant', signed)).toEqual(value);
    expect(keys.verify('browser', signed)).toBeNull();
    expect(deriveKeys(randomBytes(32)).verify('grant', signed)).toBeNull();
  });

  it('is invalid after any change, as is anything that was never signed', () => {
    const signed = keys.sign('grant', value);
    for (let at = 0; at < signed.length; at++) {
      const other = signed[at] === 'a' ? 'b' : 'a';
      expect(keys.verify('grant', signed.slice(0, at) + other + signed.slice(at + 1)), String(at)).toBeNull();
      expect(keys.verify('grant', signed.slice(0, at))).toBeNull();
    }
    for (const wrong of [
      '',
      'x',
      signed + signed,
      `${signed}0`,
      signed.slice(-64),
      'é'.repeat(64),
      `${signed.slice(0, -64)}${'é'.repeat(64)}`,
    ]) {
      expect(keys.verify('grant', wrong), wrong).toBeNull();
    }
  });
});

describe('an encrypted value', () => {
  const keys = deriveKeys(randomBytes(32));

  it('is read only for its purpose and by its key, and differs each time', () => {
    const encrypted = keys.encrypt('totp a', 'আয়েশা secret');
    expect(encrypted).toMatch(/^[\w-]+$/);
    expect(Buffer.from(encrypted, 'base64url').toString('latin1')).not.toContain('secret');
    expect(keys.encrypt('totp a', 'আয়েশা secret')).not.toBe(encrypted);
    expect(keys.decrypt('totp a', encrypted)).toBe('আয়েশা secret');
    expect(keys.decrypt('totp b', encrypted)).toBeNull();
    expect(deriveKeys(randomBytes(32)).decrypt('totp a', encrypted)).toBeNull();
  });

  it('is invalid after any change of a byte, as is anything that was never encrypted', () => {
    const bytes = Buffer.from(keys.encrypt('totp a', 'secret'), 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(keys.decrypt('totp a', changed.toString('base64url')), String(at)).toBeNull();
      expect(keys.decrypt('totp a', bytes.subarray(0, at).toString('base64url')), String(at)).toBeNull();
    }
    for (const wrong of ['', 'x', 'é'.repeat(64)]) expect(keys.decrypt('totp a', wrong)).toBeNull();
  });
});
