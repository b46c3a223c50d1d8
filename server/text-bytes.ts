/** The bytes of short texts without new memory for each, which would outlive the young generation and be left to the collector of the whole heap. */

const bytesPerUnitMax = 3;

/**
 * Gives the bytes of a text in UTF-8, after those of `before`. They hold until the next call: of a text that may need more than
 * `size`, which gets memory of its own, for good.
 */
export function textBytes(size: number, before: Buffer = Buffer.alloc(0)): (text: string) => Buffer {
  const room = Buffer.concat([before], before.length + size);
  return (text) =>
    text.length * bytesPerUnitMax <= size
      ? room.subarray(0, before.length + room.write(text, before.length))
      : Buffer.concat([before, Buffer.from(text)]);
}
