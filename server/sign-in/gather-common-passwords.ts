/**
 * Makes the list of the most common leaked passwords: `npm run passwords`. The list has only passwords long enough to
 * be accepted here, and is short, because the office loads it where a password is chosen.
 */
import { writeFile } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { codePointLength } from '../../contract/text.ts';
import { passwordKey } from '../../contract/weak-password.ts';

const passwordsMax = 10_000;
const file = new URL('../../contract/common-passwords.txt', import.meta.url);

export async function gatherCommonPasswords(): Promise<string> {
  const { dictionary } = await import(import.meta.resolve('@zxcvbn-ts/language-common'));
  const ranked: string[] = dictionary['passwords-common'];
  const keys = new Set(ranked.map(passwordKey));
  const long = [...keys].filter((key) => codePointLength(key) >= limits.passwordLengthMin);
  return `${long.slice(0, passwordsMax).join('\n')}\n`;
}

if (import.meta.main) await writeFile(file, await gatherCommonPasswords());
