/** Recognises the type of a file by its content alone; its name and its declared type are ignored. */
import { open } from 'node:fs/promises';

export type FileType = 'image/jpeg' | 'image/png' | 'application/pdf';

/** How many bytes from the start of a file are enough. */
export const sniffBytes = 16;
const pdfTailBytes = 1_024;
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
// A PNG is its signature and then always a header chunk of 13 bytes (ISO/IEC 15948, 5.2 and 11.2.2).
const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export function sniff(head: Buffer): FileType | null {
  if (startsWith(head, jpegStart)) return 'image/jpeg';
  if (startsWith(head, pngStart)) return 'image/png';
  return /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8)) ? 'application/pdf' : null;
}

/** Whether a PDF is complete: the end marker is within the last kilobyte. */
export async function endsLikePdf(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(pdfTailBytes),
      position: Math.max(0, size - pdfTailBytes),
    });
    return buffer.subarray(0, bytesRead).includes('%%EOF');
  } finally {
    await handle.close();
  }
}

function startsWith(head: Buffer, start: Buffer): boolean {
  return head.subarray(0, start.length).equals(start);
}
