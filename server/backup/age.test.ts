/**
 * Files in the age format: the library reads what is written here, what it writes is read, and nothing altered passes.
 */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { decryptAge, encryptAge, NoIdentityMatches } from './age.ts';

const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const segment = 64 * 1024;
const sizes = [0, 1, segment - 1, segment, segment + 1, 2 * segment, 2 * segment + 700];

/** Yields the bytes in pieces that do not align with segments. */
async function* pieces(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const encrypt = (plain: Uint8Array) => buffer(encryptAge(pieces(plain), [recipient]));
const decrypt = async (bytes: Uint8Array, identities = [identity]) =>
  buffer(await decryptAge(pieces(bytes), identities));

test.each(sizes)('%i bytes are the same after the library has read or written them', async (size) => {
  const plain = randomBytes(size);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  expect(plain.equals(await decrypter.decrypt(await encrypt(plain)))).toBe(true);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  expect(plain.equals(await decrypt(await encrypter.encrypt(plain)))).toBe(true);
});

test('a file that is cut anywhere, also between two segments, is refused', async () => {
  const whole = await encrypt(randomBytes(2 * segment));
  const payload = whole.length - 2 * (segment + 16);
  for (const length of [0, 10, payload - 1, payload, payload + 15, payload + segment + 16, whole.length - 1]) {
    await expect(decrypt(whole.subarray(0, length)), `cut after ${length} bytes`).rejects.toThrow();
  }
});

test('a flipped bit, a repeated segment, two swapped segments, and anything behind the last are refused', async () => {
  const whole = await encrypt(randomBytes(3 * segment));
  const payload = whole.length - 3 * (segment + 16);
  const [first, second, third] = [0, 1, 2].map((at) =>
    whole.subarray(payload + at * (segment + 16)).subarray(0, segment + 16),
  ) as [Buffer, Buffer, Buffer];
  const head = whole.subarray(0, payload);
  for (const order of [
    [second, first, third],
    [first, first, third],
    [first, second, second, third],
    [first, second, third, third],
    [first, second, third, Buffer.from('x')],
  ]) {
    await expect(decrypt(Buffer.concat([head, ...order]))).rejects.toThrow();
  }
  for (let at = 0; at < whole.length; at += at < payload ? 1 : 30_011) {
    const altered = Buffer.from(whole);
    altered[at] = (altered[at] as number) ^ 1;
    await expect(decrypt(altered), `flipped at ${at}`).rejects.toThrow();
  }
  expect(await decrypt(whole)).toHaveLength(3 * segment);
});

test('another identity is told apart from a damaged file', async () => {
  const whole = await encrypt(Buffer.from('x'));
  await expect(decrypt(whole, [await generateX25519Identity()])).rejects.toBeInstanceOf(NoIdentityMatches);
  await expect(decrypt(Buffer.from('age-encryption.org/v1\n-> X25519 x\n'))).rejects.not.toBeInstanceOf(
    NoIdentityMatches,
  );
});

test('a header without an end is refused', async () => {
  const endless = Buffer.concat([Buffer.from('age-encryption.org/v1\n'), Buffer.alloc(1_000_000, 'a')]);
  await expect(decrypt(endless)).rejects.toThrow('The header has no end.');
});
