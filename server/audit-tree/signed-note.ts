/** Signed notes of C2SP (c2sp.org/signed-note) with Ed25519: a text, an empty line, and lines with signatures. */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** The type of Ed25519 in a verifier key and in the id of a key. */
const ed25519 = Buffer.of(1);
const keyIdBytes = 4;
/** The DER prefixes that RFC 8410 puts before the 32 bytes of a private and of a public key. */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');
const signatureLine = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
const signaturesMax = 16;

export interface SigningKey {
  /** The 32 bytes of RFC 8032. */
  publicKey: Buffer;
  sign(text: string): Buffer;
}

export interface Note {
  /** The text, with its last newline. */
  text: string;
  signatures: { name: string; keyId: string; signature: Buffer }[];
}

/** The key of a seed of 32 bytes. */
export function signingKey(seed: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicKeyHead.length);
  return { publicKey, sign: (text) => sign(null, Buffer.from(text), key) };
}

/** The first four bytes of the hash of name and key, in hex. */
export function keyIdOf(name: string, publicKey: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from(`${name}\n`), ed25519, publicKey]);
  return hash('sha256', bytes, 'hex').slice(0, 2 * keyIdBytes);
}

/** The verifier key as text, for other programs. */
export function verifierKey(name: string, publicKey: Uint8Array): string {
  return `${name}+${keyIdOf(name, publicKey)}+${Buffer.concat([ed25519, publicKey]).toString('base64')}`;
}

export function signNote(text: string, name: string, key: SigningKey): string {
  const signature = Buffer.concat([Buffer.from(keyIdOf(name, key.publicKey), 'hex'), key.sign(text)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/** Returns null for anything that is not a signed note. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n') || hasControlCharacter(note)) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > signaturesMax) return null;
  const signatures: Note['signatures'] = [];
  for (const line of lines) {
    const [, name, base64 = ''] = signatureLine.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    if (!name || bytes.length <= keyIdBytes) return null;
    const keyId = bytes.subarray(0, keyIdBytes).toString('hex');
    signatures.push({ name, keyId, signature: bytes.subarray(keyIdBytes) });
  }
  return { text: note.slice(0, end + 1), signatures };
}

function hasControlCharacter(note: string): boolean {
  for (let at = 0; at < note.length; at++) if (note.charCodeAt(at) < 32 && note[at] !== '\n') return true;
  return false;
}

/**
 * Whether a known key has signed the note. Signatures of unknown keys are ignored; a signature of a known key that does
 * not verify makes the whole note invalid.
 */
export function checkSignature(
  note: Note,
  name: string,
  publicKeys: readonly Uint8Array[],
): 'signed' | 'wrong signature' | 'unknown key' {
  let result: 'signed' | 'unknown key' = 'unknown key';
  for (const publicKey of publicKeys) {
    const keyId = keyIdOf(name, publicKey);
    for (const line of note.signatures) {
      if (line.name !== name || line.keyId !== keyId) continue;
      if (!verify(null, Buffer.from(note.text), keyObjectOf(publicKey), line.signature)) return 'wrong signature';
      result = 'signed';
    }
  }
  return result;
}

function keyObjectOf(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([publicKeyHead, publicKey]), format: 'der', type: 'spki' });
}
