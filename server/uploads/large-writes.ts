/**
 * Writes a file in large pieces. Each write waits for a thread of Node's pool, which costs more than copying the bytes
 * of a small one. Uploads miss their target in docs/performance.md without it.
 */
import type { FileHandle } from 'node:fs/promises';

const pieceBytes = 512 * 1024;

export interface LargeWrites {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes what is left; to be called after the last byte. */
  end(): Promise<void>;
}

export function largeWrites(handle: FileHandle): LargeWrites {
  const piece = new Uint8Array(pieceBytes);
  let filled = 0;
  const end = async () => {
    // Not `write`: on a nearly full disk it writes a part and reports no error.
    await handle.writeFile(piece.subarray(0, filled));
    filled = 0;
  };
  return {
    end,
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + pieceBytes - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === pieceBytes) await end();
      }
    },
  };
}
