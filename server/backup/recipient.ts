/**
 * Recognises a public key of age, which is a text of Bech32 (BIP 173) with a checksum at its end. The library of age
 * does so, too, but takes too long and too much memory to load at every start.
 */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** 256 bits in letters of five, so that four bits of the last one are unused; then the checksum. */
const shape = RegExp(`^age1([${letters}]{51}[qs][${letters}]{6})$`);
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** The prefix “age” as the checksum includes it: the high bits of each letter, a zero, and the low bits of each. */
const prefix = [3, 3, 3, 0, 1, 7, 5];

export function isRecipient(text: string): boolean {
  const data = shape.exec(text)?.[1];
  if (!data) return false;
  let sum = 1;
  for (const value of [...prefix, ...Array.from(data, (letter) => letters.indexOf(letter))]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum === 1;
}
