/**
 * The list of erased records, in the data folder and beside the backups, by which a restore of an older backup leaves
 * them out. A line has an id, a time and keyed hashes of passports, which identify rows that had not become a record
 * yet. Lines are synced before the call that erases is answered. The database has each for a week, from which a sweep
 * adds those that are missing after a crash or on another node; later it adds them from the audit log, without hashes.
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { exactId } from '../../contract/id.ts';
import { recordsOf } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { onOneNodeAtATime } from '../db/one-node-at-a-time.ts';
import { deleteSetting, putSetting, settingsWithPrefix } from '../db/settings-table.ts';
import { isDiskFull } from '../full-disk.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { StorageFault } from '../storage/storage.ts';
import { sync } from '../sync.ts';

const erasedRecord = z.object({
  id: z.string().regex(exactId),
  at: z.iso.datetime(),
  /** Under the keys of the product at that time. Lines of earlier releases have none. */
  passports: z.array(z.string().regex(/^[0-9a-f]{32}$/)).default([]),
});
export type ErasedRecord = z.output<typeof erasedRecord>;

export const erasuresName = 'erasures.ndjson';
const queuedPrefix = 'erased-line ';
/** A node that is down for longer adds lines without hashes. */
const queuedMs = 7 * 24 * 3_600_000;
const signingPurpose = 'erased line';

function foldersOf({ dataDir, backup }: Settings): string[] {
  return [dataDir, ...(backup.folder ? [backup.folder] : [])];
}

/** Refuses before anything is erased if the line could not be written afterwards. */
export async function requireErasuresWritable(settings: Settings): Promise<void> {
  for (const folder of foldersOf(settings)) await (await openList(folder)).close();
}

/** To be called in the transaction that erases, so that the line outlives a full disk and a crash. */
export async function queueErasureLine(ctx: Context, line: ErasedRecord): Promise<void> {
  await putSetting(ctx.db, queuedPrefix + line.id, ctx.keys.sign(signingPurpose, line));
}

/** Writes a line that was queued, into the lists of this node. */
export async function writeErasureLine(ctx: Context, line: ErasedRecord): Promise<void> {
  await onOneNodeAtATime(ctx, erasuresName, async () => {
    for (const folder of foldersOf(ctx.settings)) await append(folder, [line]);
  });
}

/**
 * Adds the lines that a list lacks: those that are queued, those of the list in the data folder, which a restore fills,
 * and those of records in the audit log. Removes what has been queued for a week.
 */
export async function completeErasureLists(ctx: Context): Promise<void> {
  const queued = await settingsWithPrefix(ctx.db, queuedPrefix);
  const lines = queued.flatMap(({ value }) => lineIn(ctx, value) ?? []);
  const erased = (await recordsOf(ctx, 'application.erased')).map((record) => ({ ...record, passports: [] }));
  await onOneNodeAtATime(ctx, erasuresName, async () => {
    const own = await ownErasures(ctx.settings);
    for (const folder of foldersOf(ctx.settings)) await addMissingErasures(folder, [...own, ...lines, ...erased]);
  });
  const since = new Date(ctx.now().getTime() - queuedMs).toISOString();
  for (const { name, value } of queued) {
    const line = lineIn(ctx, value);
    if (!line || line.at < since) await deleteSetting(ctx.db, name, value);
  }
}

/** The lines of all nodes of the last week, and those in the list of this node. */
export async function recentErasures(ctx: Context): Promise<ErasedRecord[]> {
  const queued = await settingsWithPrefix(ctx.db, queuedPrefix);
  return [...(await ownErasures(ctx.settings)), ...queued.flatMap(({ value }) => lineIn(ctx, value) ?? [])];
}

/** Null for one that was not signed by the product. */
function lineIn(ctx: Context, signed: string): ErasedRecord | null {
  return erasedRecord.safeParse(ctx.keys.verify(signingPurpose, signed)).data ?? null;
}

/** Adds the records that the list of the folder lacks, and hashes of passports that it lacks of them. */
export async function addMissingErasures(folder: string, erased: readonly ErasedRecord[]): Promise<void> {
  if (erased.length === 0) return;
  const known = new Map<string, Set<string>>();
  const missing: ErasedRecord[] = [];
  const isKnown = ({ id, passports }: ErasedRecord) => passports.every((hash) => known.get(id)?.has(hash));
  const add = ({ id, passports }: ErasedRecord) => known.set(id, new Set([...(known.get(id) ?? []), ...passports]));
  for (const line of await readErasures(join(folder, erasuresName))) add(line);
  for (const line of erased) {
    if (known.has(line.id) && isKnown(line)) continue;
    missing.push(line);
    add(line);
  }
  if (missing.length > 0) await append(folder, missing);
}

/** The list in the data folder. */
export function ownErasures({ dataDir }: Settings): Promise<ErasedRecord[]> {
  return readErasures(join(dataDir, erasuresName));
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
    await list.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
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
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) await list.truncate(end);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
