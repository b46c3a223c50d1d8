/** The secret that a product makes for itself where no setting names one: a file that is whole and on the disk, or not there. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from './identifiers.ts';
import { StartError } from './start-error.ts';
import { sync } from './sync.ts';

export async function readSecret(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (text.length < 32)
      throw new StartError(
        `The key ${file} is damaged. Put it back from the backup, or move it away and run npm run new-key.`,
      );
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export async function makeSecret(file: string): Promise<string> {
  const secret = newSecret();
  await keepSecret(file, secret);
  return secret;
}

/** Fails where there is another; the same again changes nothing. */
export async function keepSecret(file: string, secret: string): Promise<void> {
  if ((await readSecret(file)) === secret) return;
  const unfinished = `${file}.${newId()}`;
  try {
    await writeFile(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // To rename it would take the place of a key that has come meanwhile.
    await link(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  await sync(dirname(file));
}
