/** A small disk that a test can fill, on a machine where it may mount one. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';

/** Returns a function that unmounts the disk, even while a process has a file open on it; null if mounting fails. */
export function mountSmallDisk(path: string, size: string): (() => void) | null {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => void execFileSync('umount', ['-l', path]);
}

/** Writes a file that leaves no room for another byte. */
export function fillUp(path: string): void {
  const file = openSync(path, 'w');
  for (const bytes of [Buffer.alloc(1024 * 1024), Buffer.alloc(4_096), Buffer.alloc(1)]) {
    try {
      while (writeSync(file, bytes) > 0);
    } catch {
      // The disk has no room for so many bytes; fewer may still fit.
    }
  }
  closeSync(file);
}
