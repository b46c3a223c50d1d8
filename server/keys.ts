/**
 * Every key of the product, derived from the one secret (HKDF, RFC 5869), and their uses: keyed hashes of personal
 * values, and sealed cookies.
 */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** 32 bytes in hex. */
const sealLength = 64;

export interface Keys {
  /** The keys of the stored files, 32 bytes each: that of new ones, and of those that were written under a former key. */
  files: readonly [Uint8Array, ...Uint8Array[]];
  /** Tells whether a key is that of the database. */
  check: string;
  /** How often the key of the database was replaced before this one. */
  generation: number;
  /** The keys of the former secret, while what it protects has not all gone over to this one. */
  former: Keys | null;
  /** The seed of the key that signs the checkpoints of the audit log, 32 bytes. */
  audit: Uint8Array;
  /** A keyed hash, 32 hex characters: equal values can be counted, but not guessed from a stolen table. */
  hash(purpose: string, value: string): string;
  /** A signed text for this purpose: only this key can make or change it, but everybody who has it can read it. */
  seal(purpose: string, value: unknown): string;
  /** The sealed value, or null for anything that neither this key nor the former one sealed for this purpose. */
  open(purpose: string, sealed: string): unknown;
}

export function deriveKeys(secret: Buffer, former: Keys | null = null): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `maplegate ${purpose}`, 32));
  const hmacWith = (purpose: string) => {
    const key = createSecretKey(derive(purpose));
    return (text: string) => createHmac('sha256', key).update(text).digest('hex');
  };
  const hashing = hmacWith('hash');
  const sealing = hmacWith('seal');
  const hash = (purpose: string, value: string) => hashing(`${purpose}\0${value}`).slice(0, 32);
  const sealOf = (purpose: string, content: string) => sealing(`${purpose}\0${content}`);
  return {
    files: [derive('files'), ...(former?.files ?? [])],
    check: hash('key-check', ''),
    generation: 0,
    former,
    audit: derive('audit'),
    hash,
    seal(purpose, value) {
      const content = Buffer.from(JSON.stringify(value)).toString('base64url');
      return content + sealOf(purpose, content);
    },
    open(purpose, sealed) {
      const content = sealed.slice(0, -sealLength);
      if (!areSame(sealed.slice(-sealLength), sealOf(purpose, content))) return former?.open(purpose, sealed) ?? null;
      return JSON.parse(Buffer.from(content, 'base64url').toString());
    },
  };
}

/** What a sealed text says, without any proof of who sealed it. */
export function contentOf(sealed: string): unknown {
  return JSON.parse(Buffer.from(sealed.slice(0, -sealLength), 'base64url').toString());
}

function areSame(given: string, right: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right));
}
