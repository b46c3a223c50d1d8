/** Restores a backup into an empty place, or with --check only reads and compares it. */
import { access, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { identityToRecipient } from 'age-encryption';
import { erasedIdsIn } from '../backup/erasure-filter.ts';
import type { Inspected } from '../backup/inspect.ts';
import { inspectForRestore, restore } from '../backup/restore.ts';
import { counted } from '../counted.ts';
import { type ErasedRecord, erasuresName, readErasures } from '../erasures/erasures.ts';
import { removeFoldersNow } from '../files/temporary.ts';
import { OperatorError } from '../operator-error.ts';
import { readSettings } from '../settings.ts';
import { type StopSignal, stopSignals } from '../shutdown.ts';
import { runAndPrint, stop } from './run.ts';

const commandLine = {
  usage: 'Usage: npm run restore -- FILE [--check] [--identity FILE] [--erasures FILE]',
  options: { check: { type: 'boolean' }, identity: { type: 'string' }, erasures: { type: 'string' } },
  needsName: true,
} as const;

await runAndPrint(commandLine, async ({ name, values }) => {
  const identityFile = values.identity ?? (process.env.BACKUP_IDENTITY?.trim() || undefined);
  const file = resolve(name);
  const identities = identityFile ? await readIdentities(resolve(identityFile)) : [];
  const settings = readSettings(process.env);
  const lists = [join(dirname(file), erasuresName), join(settings.dataDir, erasuresName)];
  const erased = (await Promise.all(lists.map(readErasures))).flat();
  if (values.erasures) erased.push(...(await readNamedList(resolve(values.erasures))));
  if (values.check) {
    const inspected = await inspectForRestore(file, identities);
    const ids = await erasedIdsIn(file, identities, erased);
    const leftOut = `A restore would leave out ${counted(ids.length, 'application')} erased since: ${ids.join(', ')}.\n`;
    return (ids.length > 0 ? leftOut : '') + summaryOf(file, inspected);
  }
  for (const signal of stopSignals) process.on(signal, () => stopNow(signal));
  const restored = await restore(settings, file, identities, erased);
  const leftOut =
    restored.leftOut > 0 ? `Left out, because erased since: ${counted(restored.leftOut, 'application')}.\n` : '';
  return leftOut + summaryOf(file, restored);
});

/** A file of the backup is not encrypted on its way to the storage. */
function stopNow(signal: StopSignal): never {
  removeFoldersNow();
  stop(signal, 'Run the command again: it begins from the start.');
}

function summaryOf(file: string, { manifest, applications, files }: Inspected): string {
  return `${file} of ${manifest.at}: ${counted(applications, 'application')}, ${counted(files, 'file')}, 0 problems`;
}

async function readNamedList(file: string): Promise<ErasedRecord[]> {
  await access(file).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The list of erased records ${file} cannot be read (${error.code}). Nothing was written.`);
  });
  return readErasures(file);
}

/** The format of age's own tools: one identity per line, beside comments. */
async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The identity ${file} cannot be read (${error.code}).`);
  });
  const identities = text.split('\n').flatMap((line) => (/^(\s*#.*|\s*)$/.test(line) ? [] : [line.trim()]));
  await Promise.all(identities.map((identity) => identityToRecipient(identity))).catch(() => identities.splice(0));
  if (identities.length === 0)
    throw new OperatorError(`The file ${file} holds no identity of age (AGE-SECRET-KEY-1…).`);
  return identities;
}
