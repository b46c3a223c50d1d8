import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { beginMessage, headerBytes, openMessage, overheadBytes, WrongCiphertext } from './floe.ts';
import vectors from './floe.vectors.json' with { type: 'json' };

const key = Buffer.alloc(32);
const associated = Buffer.from('This is AAD');

/** The segments of a body, the last one marked. */
function segmentsOf(body: Buffer, segmentBytes: number): { segment: Buffer; isLast: boolean }[] {
  const segments: { segment: Buffer; isLast: boolean }[] = [];
  for (let at = 0; at < body.length; at += segmentBytes)
    segments.push({ segment: body.subarray(at, at + segmentBytes), isLast: at + segmentBytes >= body.length });
  return segments;
}

function decryptWhole(ciphertext: Buffer, segmentBytes: number): Buffer {
  const message = openMessage(key, segmentBytes, associated, ciphertext.subarray(0, headerBytes));
  const segments = segmentsOf(ciphertext.subarray(headerBytes), segmentBytes);
  return Buffer.concat(segments.map(({ segment, isLast }, position) => message.decrypt(segment, position, isLast)));
}

describe('FLOE', () => {
  test.each(vectors)('decrypts the published test vector $name', ({ segmentBytes, content, ciphertext }) => {
    expect(decryptWhole(Buffer.from(ciphertext, 'hex'), segmentBytes).toString('hex')).toBe(content);
  });

  test.each([0, 1, 63 - overheadBytes, 64 - overheadBytes, 65 - overheadBytes, 500])(
    'returns %i bytes, and never gives the same ciphertext twice',
    (length) => {
      const content = randomBytes(length);
      const [first, second] = [encryptWhole(content, 64), encryptWhole(content, 64)];
      expect(decryptWhole(first, 64).equals(content)).toBe(true);
      expect(first.equals(second)).toBe(false);
    },
  );

  test('refuses every changed byte, a cut, swapped or surplus segment, another key and other associated data', () => {
    const whole = encryptWhole(randomBytes(100), 64);
    const refused = (ciphertext: Buffer) => expect(() => decryptWhole(ciphertext, 64)).toThrow(WrongCiphertext);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refused(changed);
    }
    const [header, body] = [whole.subarray(0, headerBytes), whole.subarray(headerBytes)];
    const parts = segmentsOf(body, 64).map(({ segment }) => segment);
    refused(Buffer.concat([header, ...parts.slice(0, -1)]));
    refused(Buffer.concat([header, parts[1] as Buffer, parts[0] as Buffer, ...parts.slice(2)]));
    refused(Buffer.concat([whole, parts.at(-1) as Buffer]));
    expect(() => openMessage(Buffer.alloc(32, 1), 64, associated, header)).toThrow(WrongCiphertext);
    expect(() => openMessage(key, 64, Buffer.from('other'), header)).toThrow(WrongCiphertext);
    expect(() => openMessage(key, 128, associated, header)).toThrow(WrongCiphertext);
  });
});

function encryptWhole(content: Buffer, segmentBytes: number): Buffer {
  const message = beginMessage(key, segmentBytes, associated);
  const step = segmentBytes - overheadBytes;
  const parts: Buffer[] = [message.header];
  for (let position = 0, at = 0, isLast = false; !isLast; position++, at += step) {
    isLast = at + step >= content.length;
    parts.push(message.encrypt(content.subarray(at, at + step), position, isLast, Buffer.alloc(segmentBytes)));
  }
  return Buffer.concat(parts);
}
