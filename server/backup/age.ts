/**
 * Encrypts and decrypts in the age format (https://age-encryption.org/v1). The library writes and reads the header,
 * which names the recipients. OpenSSL encrypts the payload, since the library's cipher in JavaScript is slow for a
 * large backup: ChaCha20-Poly1305 over segments of 64 KiB, whose nonce has the number of the segment and whether it is
 * the last.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';

const firstLine = 'age-encryption.org/v1\n';
const segmentBytes = 64 * 1024;
const tagBytes = 16;
const payloadNonceBytes = 16;
const cipherName = 'chacha20-poly1305';
/** The last line of a header has 32 bytes in base 64. */
const headerEnd = /\n--- [A-Za-z0-9+/]{43}\n/;
const headerBytesMax = 64 * 1024;

export class NoIdentityMatches extends Error {}

export function isAge(start: Uint8Array): boolean {
  return Buffer.from(start).toString('latin1').startsWith(firstLine);
}

/** The number of bytes that `isAge` needs from the start of a file. */
export const ageStartBytes = firstLine.length;

/** Encrypts for each of the recipients (age1…). */
export async function* encryptAge(
  plain: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  let fileKey: Uint8Array = new Uint8Array();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  // Not a real recipient: it only captures the file key, which the library passes to recipients alone.
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()));
  const head = empty.subarray(0, empty.length - tagBytes);
  yield head;
  const key = payloadKey(fileKey, head.subarray(-payloadNonceBytes));
  for await (const { bytes, number, isLast } of segmentsOf(plain, segmentBytes)) {
    const cipher = createCipheriv(cipherName, key, nonceOf(number, isLast), { authTagLength: tagBytes });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Throws `NoIdentityMatches` for other identities, and another error at the first segment that is truncated or altered.
 */
export async function decryptAge(
  encrypted: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): Promise<AsyncGenerator<Uint8Array>> {
  const source = encrypted[Symbol.asyncIterator]();
  const { header, nonce, rest } = await readHeader(source);
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const fileKey = await decrypter.decryptHeader(header).catch((error: Error) => {
    throw error.message.startsWith('no identity matched') ? new NoIdentityMatches() : error;
  });
  return decryptPayload(startingWith(rest, source), payloadKey(fileKey, nonce));
}

async function* decryptPayload(encrypted: AsyncIterable<Uint8Array>, key: Uint8Array): AsyncGenerator<Uint8Array> {
  for await (const { bytes, number, isLast } of segmentsOf(encrypted, segmentBytes + tagBytes)) {
    const textBytes = bytes.length - tagBytes;
    if (textBytes < 0 || (textBytes === 0 && number > 0)) throw new Error('The last segment is truncated.');
    const decipher = createDecipheriv(cipherName, key, nonceOf(number, isLast), { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(textBytes));
    const plain = decipher.update(bytes.subarray(0, textBytes));
    decipher.final();
    yield plain;
  }
}

async function readHeader(source: AsyncIterator<Uint8Array>) {
  let start: Buffer = Buffer.alloc(0);
  for (;;) {
    const { value, done } = await source.next();
    if (done) throw new Error('The header is truncated.');
    start = Buffer.concat([start, value]);
    const end = headerEnd.exec(start.subarray(0, headerBytesMax).toString('latin1'));
    const at = end ? end.index + end[0].length : headerBytesMax;
    if (start.length < at + payloadNonceBytes) continue;
    if (!end) throw new Error('The header has no end.');
    const nonceEnd = at + payloadNonceBytes;
    return { header: start.subarray(0, at), nonce: start.subarray(at, nonceEnd), rest: start.subarray(nonceEnd) };
  }
}

async function* startingWith(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => source };
}

function payloadKey(fileKey: Uint8Array, nonce: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', fileKey, nonce, 'payload', 32));
}

function nonceOf(number: number, isLast: boolean): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Segments of this size; the last one may be smaller. All of them share one buffer. */
async function* segmentsOf(source: AsyncIterable<Uint8Array>, size: number) {
  const segment = Buffer.allocUnsafe(size);
  let used = 0;
  let number = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (used === size) {
        yield { bytes: segment, number: number++, isLast: false };
        used = 0;
      }
      const length = Math.min(size - used, chunk.length - at);
      segment.set(chunk.subarray(at, at + length), used);
      used += length;
      at += length;
    }
  }
  yield { bytes: segment.subarray(0, used), number, isLast: true };
}
