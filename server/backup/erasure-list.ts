/**
 * The list of erased records, in the data folder and beside the backups, by which a restore of an older backup leaves
 * them out. A line has an id and a time, and no personal data. Lines are synced before the call that erases is
 * answered; lines that are missing after a crash or on another node are added from the audit log.
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { idAlone } from '../../contract/id.ts';
import { recordsOf } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { onOneNodeAtATime } from '../db/one-node-at-a-time.ts';
import { isDiskFull } from '../full-disk.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { StorageFault } from '../storage/storage.ts';
import { sync } from '../sync.ts';
import { newline } from './ndjson-lines.ts';

const erasedRecord = z.object({ id: z.string().regex(idAlone), at: z.iso.datetime() });
export type ErasedRecord = z.output<typeof erasedRecord>;

export const erasuresName = 'erasures.ndjson';

function foldersOf({ dataDir, backup }: Settings): string[] {
  return [dataDir, ...(backup.folder ? [backup.folder] : [])];
}

/** Refuses before anything is erased if the line could not be written afterwards. */
export async function requireErasuresWritable(settings: Settings): Promise<void> {
  for (const folder of foldersOf(settings)) await (await openList(folder)).close();
}

export async function addErasure(ctx: Context, line: ErasedRecord): Promise<void> {
  await onOneNodeAtATime(ctx, erasuresName, async () => {
    for (const folder of foldersOf(ctx.settings)) await append(folder, [line]);
  });
}

/** Adds the records that the audit log has and the lists lack. */
export async function completeErasures(ctx: Context): Promise<void> {
  const erased = await recordsOf(ctx, 'application.erased');
  await onOneNodeAtATime(ctx, erasuresName, async () => {
    for (const folder of foldersOf(ctx.settings)) await addErasures(folder, erased);
  });
}

/** Adds the records that the list of the folder lacks. */
export async function addErasures(folder: string, erased: readonly ErasedRecord[]): Promise<void> {
  if (erased.length === 0) return;
  const known = new Set((await readErasures(join(folder, erasuresName))).map(({ id }) => id));
  const missing = erased.filter(({ id }) => !known.has(id));
  if (missing.length > 0) await append(folder, missing);
}

/** Empty where there is no such file. An incomplete last line counts as not written: its call was never answered. */
export async function readErasures(file: string): Promise<ErasedRecord[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new OperatorError(`The list of erased records ${file} cannot be read (${error.code}).`);
  });
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.flatMap((line, at) => {
    if (line === '') return [];
    const parsed = erasedRecord.safeParse(jsonOf(line));
    if (parsed.success) return [parsed.data];
    throw new OperatorError(`The list of erased records ${file} has a line ${at + 1} that cannot be understood.`);
  });
}

async function append(folder: string, lines: readonly ErasedRecord[]): Promise<void> {
  const list = await openList(folder);
  try {
    await truncateIncompleteLine(list);
    await list.appendFile(lines.map(({ id, at }) => `${JSON.stringify({ id, at })}\n`).join(''));
    await list.sync();
  } finally {
    await list.close();
  }
  await sync(folder);
}

async function openList(folder: string): Promise<FileHandle> {
  try {
    await makeFolder(folder);
    return await open(join(folder, erasuresName), 'a+', 0o600);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new StorageFault('unavailable', (error as NodeJS.ErrnoException).code ?? 'unknown', { cause: error });
  }
}

async function truncateIncompleteLine(list: FileHandle): Promise<void> {
  const bytes = await list.readFile();
  const end = bytes.lastIndexOf(newline) + 1;
  if (end < bytes.length) await list.truncate(end);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
