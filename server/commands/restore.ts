/** Brings a backup into an empty place, or with --check only reads and compares it. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { identityToRecipient } from 'age-encryption';
import { inspectForRestore, restore } from '../backup/restore.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { endWith } from './run.ts';

const usage = 'Usage: npm run restore -- FILE [--check] [--identity FILE]';

await endWith(async () => {
  const { name, isCheck, identityFile } = readArguments();
  const file = resolve(name);
  const identities = identityFile ? await readIdentities(resolve(identityFile)) : [];
  const found = isCheck
    ? await inspectForRestore(file, identities)
    : await restore(readSettings(process.env), file, identities);
  return `${file} of ${found.manifest.at}: ${found.applications} applications, ${found.files} files, 0 problems`;
});

function readArguments(): { name: string; isCheck: boolean; identityFile: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { check: { type: 'boolean' }, identity: { type: 'string' } },
      allowPositionals: true,
    });
    const [name, ...rest] = positionals;
    const identityFile = values.identity ?? (process.env.BACKUP_IDENTITY?.trim() || undefined);
    if (name && rest.length === 0) return { name, isCheck: values.check ?? false, identityFile };
  } catch {
    // The same sentence.
  }
  throw new StartError(usage);
}

/** As age's own tools write them: one on a line, beside comments. */
async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The identity ${file} cannot be read (${error.code}).`);
  });
  const identities = text.split('\n').flatMap((line) => (/^(\s*#.*|\s*)$/.test(line) ? [] : [line.trim()]));
  await Promise.all(identities.map((identity) => identityToRecipient(identity))).catch(() => identities.splice(0));
  if (identities.length === 0) throw new StartError(`The file ${file} holds no identity of age (AGE-SECRET-KEY-1…).`);
  return identities;
}
