/**
 * Every key of the product, derived from the one secret (HKDF, RFC 5869), and what is
 * done with them: keyed hashes of personal values, and seals on cookies.
 */
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { textBytes } from './text-bytes.ts';

const blockBytes = 64;
const digestBytes = 32;
/** In hex. */
const sealLength = 2 * digestBytes;

export interface Keys {
  /** For the stored files, 32 bytes. */
  files: Uint8Array;
  /** A keyed hash, 32 hex characters: equal values can be counted, but not guessed from a stolen table. */
  hash(purpose: string, value: string): string;
  /** A text that only this key makes and nobody can change, for this purpose; whoever holds it can read it. */
  seal(purpose: string, value: unknown): string;
  /** The sealed value, or null for anything that this key did not seal for this purpose. */
  open(purpose: string, sealed: string): unknown;
}

export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `maplegate ${purpose}`, 32));
  const hashing = hmacSha256(derive('hash'));
  const sealing = hmacSha256(derive('seal'));
  const sealOf = (purpose: string, content: string) => sealing(`${purpose}\0${content}`);
  return {
    files: derive('files'),
    hash: (purpose, value) => hashing(`${purpose}\0${value}`).slice(0, 32),
    seal(purpose, value) {
      const content = bytesOf(JSON.stringify(value)).toString('base64url');
      return content + sealOf(purpose, content);
    },
    open(purpose, sealed) {
      const content = sealed.slice(0, -sealLength);
      if (!areSame(sealed.slice(-sealLength), sealOf(purpose, content))) return null;
      return JSON.parse(Buffer.from(content, 'base64url').toString());
    },
  };
}

/** More than the texts that are hashed and sealed usually take. */
const shortBytes = 2_048;
const bytesOf = textBytes(shortBytes);

function areSame(given: string, right: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right));
}

/**
 * HMAC (RFC 2104) as 64 hex characters, out of two hashes of one call each: an `Hmac` object
 * costs four times its hashes, half of it when the collector takes it away.
 */
export function hmacSha256(key: Buffer): (text: string) => string {
  if (key.length > blockBytes) throw new RangeError('The key of an HMAC must not be longer than a block.');
  const padded = (pad: number) => {
    const bytes = Buffer.alloc(blockBytes);
    for (let at = 0; at < blockBytes; at++) bytes[at] = (key[at] ?? 0) ^ pad;
    return bytes;
  };
  const innerWith = textBytes(shortBytes, padded(0x36));
  const outer = Buffer.concat([padded(0x5c)], blockBytes + digestBytes);
  return (text) => {
    outer.write(hash('sha256', innerWith(text), 'binary'), blockBytes, 'binary');
    return hash('sha256', outer, 'hex');
  };
}
