/**
 * Encrypts and decrypts drafts with the key of the session (AES-256-GCM). The key is only in memory and not
 * extractable. The token in local storage tells when another session has begun.
 */
import { call } from '../calls/api.ts';
import { storedToken } from '../session/stored-token.ts';
import type { Encrypted } from './draft-store.ts';

let cached: { session: string; key: Promise<CryptoKey | null> } | null = null;

/** Null without a session, without an answer, and if the browser has no Web Crypto, as on plain http. */
export async function draftKey(): Promise<CryptoKey | null> {
  const session = storedToken();
  if (!session || !globalThis.crypto?.subtle) return null;
  if (cached?.session !== session) cached = { session, key: fetchKey() };
  const key = await cached.key;
  if (!key) cached = null;
  return key;
}

async function fetchKey(): Promise<CryptoKey | null> {
  const result = await call('draftKey').catch(() => null);
  if (!result?.ok) return null;
  const base64 = result.data.key.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** `about` is authenticated with the bytes, so that they cannot be decrypted as something else. */
export async function encrypt(key: CryptoKey, bytes: BufferSource, about: string): Promise<Encrypted> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  return { nonce, bytes: await crypto.subtle.encrypt(algorithm(nonce, about), key, bytes) };
}

/** Null if another session has encrypted it. */
export function decrypt(key: CryptoKey, { nonce, bytes }: Encrypted, about: string): Promise<ArrayBuffer | null> {
  return crypto.subtle.decrypt(algorithm(nonce, about), key, bytes).catch(() => null);
}

const algorithm = (nonce: Uint8Array<ArrayBuffer>, about: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(about),
});
