import { access } from 'node:fs/promises';

/** False also for a file that this process may not reach. */
export function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
