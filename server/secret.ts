/**
 * The secret that the product creates when no setting names one. Its file is complete and synced, or does not exist.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from './identifiers.ts';
import { OperatorError } from './operator-error.ts';
import { sync } from './sync.ts';

/** At least; `SECRET_KEY`, which a restore writes to the file, may be any longer text. */
export const secretBytesMin = 32;

export async function readSecret(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (Buffer.byteLength(text) < secretBytesMin)
      throw new OperatorError(
        `The key ${file} is damaged. Put it back from the backup, or move it away and run npm run new-key.`,
      );
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function newSecret(): string {
  return randomBytes(secretBytesMin).toString('base64url');
}

export async function makeSecret(file: string): Promise<string> {
  const secret = newSecret();
  await writeSecret(file, secret);
  return secret;
}

/** Fails when the file has another secret; writing the same again changes nothing. */
export async function writeSecret(file: string, secret: string): Promise<void> {
  if ((await readSecret(file)) === secret) return;
  const unfinished = `${file}.${newId()}`;
  try {
    await writeFile(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // A rename would replace a key that another process has written meanwhile.
    await link(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  await sync(dirname(file));
}
