/** Pictures of grain on grey, which have as many bytes for their size as a phone's photo of a paper. */
import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';

const grain = 0x7f;
const darkest = 64;

function paper(width: number, height: number) {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3));
  for (let at = 0; at < pixels.length; at++) pixels[at] = darkest + ((pixels[at] ?? 0) & grain);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A picture of twelve megapixels in `bytesMax` bytes or a little less. */
export async function scanOf(bytesMax: number): Promise<Buffer> {
  const drawn = paper(4_000, 3_000);
  for (let quality = 98; quality > 0; quality -= 2) {
    const scan = await drawn.clone().jpeg({ quality }).toBuffer();
    if (scan.length <= bytesMax) return scan;
  }
  throw new Error(`No scan fits into ${bytesMax} bytes.`);
}

/** A picture that has about a megabyte after the product has encoded it. */
export function megabyteScan(): Promise<Buffer> {
  return paper(1_500, 1_150).jpeg({ quality: 90 }).toBuffer();
}
