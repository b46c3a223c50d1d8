/**
 * Every key of the product, derived from the one secret (HKDF, RFC 5869), and their uses: keyed hashes of personal
 * values, signed cookies, and encrypted values in the database.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** 32 bytes in hex. */
const signatureLength = 64;
const aead = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface Keys {
  /** The keys of the stored files, 32 bytes each: the present one first, then those of former secrets. */
  files: readonly [Uint8Array, ...Uint8Array[]];
  /** A value by which the database recognises its key. */
  check: string;
  /** How often the key of the database was replaced before this one. */
  generation: number;
  /** The keys of the former secret, as long as SECRET_KEY_BEFORE is set. */
  former: Keys | null;
  /** The seed of the key that signs the checkpoints of the audit log, 32 bytes. */
  audit: Uint8Array;
  /** A keyed hash, 32 hex characters: equal values can be counted, but not guessed from a stolen table. */
  hash(purpose: string, value: string): string;
  /** A signed text for this purpose: only this key can make or change it, but anybody can read it. */
  sign(purpose: string, value: unknown): string;
  /** The signed value, or null for anything that neither this key nor the former one signed for this purpose. */
  verify(purpose: string, signed: string): unknown;
  /** Encrypts the text for this purpose; only this key can decrypt it. Each call returns another value. */
  encrypt(purpose: string, text: string): string;
  /** The text, or null for anything that neither this key nor the former one encrypted for this purpose. */
  decrypt(purpose: string, encrypted: string): string | null;
}

export function deriveKeys(secret: Buffer, former: Keys | null = null): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `maplegate ${purpose}`, 32));
  const hmacWith = (purpose: string) => {
    const key = createSecretKey(derive(purpose));
    return (text: string) => createHmac('sha256', key).update(text).digest('hex');
  };
  const hashing = hmacWith('hash');
  // The word is part of the key: with another one, every signed value of an installation would be void.
  const signing = hmacWith('seal');
  const hash = (purpose: string, value: string) => hashing(`${purpose}\0${value}`).slice(0, 32);
  const valueKey = createSecretKey(derive('values'));
  const signatureOf = (purpose: string, content: string) => signing(`${purpose}\0${content}`);
  return {
    files: [derive('files'), ...(former?.files ?? [])],
    check: hash('key-check', ''),
    generation: 0,
    former,
    audit: derive('audit'),
    hash,
    sign(purpose, value) {
      const content = Buffer.from(JSON.stringify(value)).toString('base64url');
      return content + signatureOf(purpose, content);
    },
    verify(purpose, signed) {
      const content = signed.slice(0, -signatureLength);
      if (!isEqualInConstantTime(signed.slice(-signatureLength), signatureOf(purpose, content)))
        return former?.verify(purpose, signed) ?? null;
      return JSON.parse(Buffer.from(content, 'base64url').toString());
    },
    encrypt(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(aead, valueKey, nonce).setAAD(Buffer.from(purpose));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64url');
    },
    decrypt(purpose, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(aead, valueKey, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        const content = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
        return Buffer.concat([content, decipher.final()]).toString();
      } catch {
        return former?.decrypt(purpose, encrypted) ?? null;
      }
    },
  };
}

/** The contents of a signed text, without checking the signature. */
export function unverifiedContentOf(signed: string): unknown {
  return JSON.parse(Buffer.from(signed.slice(0, -signatureLength), 'base64url').toString());
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const bytes = Buffer.from(one);
  const others = Buffer.from(other);
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
