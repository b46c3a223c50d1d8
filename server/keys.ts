/**
 * Every key of the product, derived from the one secret (HKDF, RFC 5869), and what is
 * done with them: keyed hashes of personal values, and sealing of cookies.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { freshBytes } from './identifiers.ts';

export interface Keys {
  /** A keyed hash, 32 hex characters: equal values can be counted, but not guessed from a stolen table. */
  hash(purpose: string, value: string): string;
  /** Encrypts and authenticates (AES-256-GCM); the purpose is bound in. */
  seal(purpose: string, value: unknown): string;
  /** The sealed value, or null for anything that this key did not seal for this purpose. */
  open(purpose: string, sealed: string): unknown;
}

const nonceBytes = 12;
const tagBytes = 16;

export function deriveKeys(secret: Buffer): Keys {
  // As key objects: with plain bytes Node makes one for every hash, which costs six times the hash.
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `maplegate ${purpose}`, 32)));
  const hashing = derive('hash');
  const sealing = derive('seal');
  return {
    hash: (purpose, value) => createHmac('sha256', hashing).update(`${purpose}\0${value}`).digest('hex').slice(0, 32),
    seal(purpose, value) {
      const nonce = freshBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= nonceBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
        const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
        return JSON.parse(text.toString('utf8'));
      } catch {
        return null;
      }
    },
  };
}
