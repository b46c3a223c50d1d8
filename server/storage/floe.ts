/**
 * FLOE (c2sp.org/FLOE): AES-256-GCM in segments. Each segment can be decrypted by itself, in any order, and an altered,
 * moved, missing or surplus one is detected. Every message has a key of its own, derived from the key of the caller and
 * from the random bytes of its header.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const kdfKeyBytes = 48;
const messageIvBytes = 32;
const headerTagBytes = 32;
const parameterBytes = 10;
const lengthBytes = 4;
const segmentIvBytes = 12;
const tagBytes = 16;
const notLast = 0xffffffff;
/** The number of segments with one key, as a power of 2. */
const rotationBits = 20n;

/** How many bytes a segment is longer than its content. */
export const overheadBytes = lengthBytes + segmentIvBytes + tagBytes;
export const headerBytes = parameterBytes + messageIvBytes + headerTagBytes;

/** The bytes were not written with this key: another key was used, or they were altered. */
export class WrongCiphertext extends Error {}

export interface Message {
  /**
   * Encrypts into `segment`, which has room for `segmentBytes`, and returns the part of it that was filled. The content
   * of all segments but the last has `segmentBytes - overheadBytes` bytes.
   */
  encrypt(content: Uint8Array, position: number, isLast: boolean, segment: Buffer): Buffer;
  /** Throws `WrongCiphertext`. */
  decrypt(segment: Uint8Array, position: number, isLast: boolean): Buffer;
}

/** `segmentBytes` is the length of an encrypted segment; the associated data is authenticated and not written. */
export function beginMessage(
  key: Uint8Array,
  segmentBytes: number,
  associated: Uint8Array,
): Message & { header: Buffer } {
  const iv = randomBytes(messageIvBytes);
  const derive = kdfOf(segmentBytes, iv, associated);
  const header = Buffer.concat([parametersOf(segmentBytes), iv, derive(key, 'HEADER_TAG:', headerTagBytes)]);
  return { header, ...messageOf(derive(key, 'MESSAGE_KEY:', kdfKeyBytes), derive, segmentBytes) };
}

/** Throws `WrongCiphertext` where the header was not made with this key and these parameters. */
export function openMessage(
  key: Uint8Array,
  segmentBytes: number,
  associated: Uint8Array,
  header: Uint8Array,
): Message {
  const parameters = parametersOf(segmentBytes);
  // A copy, since the caller may reuse the buffer of the header.
  const iv = Buffer.from(header.subarray(parameterBytes, parameterBytes + messageIvBytes));
  const tag = header.subarray(parameterBytes + messageIvBytes);
  const isOurs = header.length === headerBytes && parameters.equals(header.subarray(0, parameterBytes));
  if (!isOurs) throw new WrongCiphertext('The header has other parameters.');
  const derive = kdfOf(segmentBytes, iv, associated);
  if (!timingSafeEqual(tag, derive(key, 'HEADER_TAG:', headerTagBytes)))
    throw new WrongCiphertext('The header was made with another key, or was altered.');
  return messageOf(derive(key, 'MESSAGE_KEY:', kdfKeyBytes), derive, segmentBytes);
}

type Derive = (key: Uint8Array, purpose: string | Uint8Array, length: number) => Buffer;

/** HKDF-Expand (RFC 5869) with SHA-384, of which one block is enough. */
function kdfOf(segmentBytes: number, iv: Uint8Array, associated: Uint8Array): Derive {
  const parameters = parametersOf(segmentBytes);
  return (key, purpose, length) => {
    const hmac = createHmac('sha384', key).update(parameters).update(iv).update(purpose).update(associated);
    return hmac.update(Uint8Array.of(1)).digest().subarray(0, length);
  };
}

/** AES-GCM-256 and HKDF-Expand-SHA-384 both have the number 0. */
function parametersOf(segmentBytes: number): Buffer {
  const bytes = Buffer.alloc(parameterBytes);
  bytes.writeUInt32BE(segmentBytes, 2);
  bytes.writeUInt32BE(messageIvBytes, 6);
  return bytes;
}

function messageOf(messageKey: Buffer, derive: Derive, segmentBytes: number): Message {
  let cached: { group: bigint; key: Buffer } = { group: -1n, key: Buffer.alloc(0) };
  const keyOf = (position: number): Buffer => {
    const group = (BigInt(position) >> rotationBits) << rotationBits;
    if (group === cached.group) return cached.key;
    const purpose = Buffer.from('DEK:00000000');
    purpose.writeBigUInt64BE(group, 4);
    cached = { group, key: derive(messageKey, purpose, keyBytes) };
    return cached.key;
  };
  return {
    encrypt(content, position, isLast, segment) {
      const length = content.length + overheadBytes;
      requireLength(length, segmentBytes, isLast);
      const iv = randomBytes(segmentIvBytes);
      const encrypting = createCipheriv(cipher, keyOf(position), iv);
      encrypting.setAAD(associatedDataOf(position, isLast));
      segment.writeUInt32BE(isLast ? length : notLast);
      segment.set(iv, lengthBytes);
      segment.set(encrypting.update(content), lengthBytes + segmentIvBytes);
      encrypting.final();
      segment.set(encrypting.getAuthTag(), length - tagBytes);
      return segment.subarray(0, length);
    },
    decrypt(segment, position, isLast) {
      requireLength(segment.length, segmentBytes, isLast);
      const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength);
      if (bytes.readUInt32BE() !== (isLast ? segment.length : notLast))
        throw new WrongCiphertext(`Segment ${position} has another length.`);
      const contentAt = lengthBytes + segmentIvBytes;
      const decrypting = createDecipheriv(cipher, keyOf(position), bytes.subarray(lengthBytes, contentAt));
      decrypting.setAAD(associatedDataOf(position, isLast));
      decrypting.setAuthTag(bytes.subarray(-tagBytes));
      const content = decrypting.update(bytes.subarray(contentAt, -tagBytes));
      try {
        decrypting.final();
      } catch (cause) {
        throw new WrongCiphertext(`Segment ${position} was altered.`, { cause });
      }
      return content;
    },
  };
}

function requireLength(length: number, segmentBytes: number, isLast: boolean): void {
  const isRight = isLast ? length >= overheadBytes && length <= segmentBytes : length === segmentBytes;
  if (!isRight) throw new WrongCiphertext('A segment has another length.');
}

function associatedDataOf(position: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64BE(BigInt(position));
  bytes[8] = Number(isLast);
  return bytes;
}
