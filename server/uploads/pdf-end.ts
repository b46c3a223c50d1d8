import { open } from 'node:fs/promises';

const tailBytes = 1_024;

/** Whether a PDF is complete: the end marker is within the last kilobyte. */
export async function endsLikePdf(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(tailBytes),
      position: Math.max(0, size - tailBytes),
    });
    return buffer.subarray(0, bytesRead).includes('%%EOF');
  } finally {
    await handle.close();
  }
}
