/**
 * The files to which checkpoints are appended: one in the data folder of each node, and one beside the backups. They
 * are a proof only where nobody who can change the database can change them.
 */
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { onOneNodeAtATime } from '../db/one-node-at-a-time.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { sync } from '../sync.ts';
import { completeEntries, fileEntry, parseEntries } from './checkpoint.ts';
import type { CheckpointSource } from './checkpoint-sources.ts';
import { checkpointsAfter } from './tree.db.ts';
import { readTreeState } from './tree-state.ts';

const fileName = 'checkpoints';
const checkpointsAtOnce = 500;
const chunkBytes = 64 * 1024;
/** More bytes than one checkpoint has. */
const tailBytes = 4_096;

/** The paths of the files: in the data folder and, if there is one, in the folder of the backups. */
export function checkpointFiles({ dataDir, backup }: Settings): string[] {
  return [...new Set([dataDir, backup.folder ?? dataDir])].map((folder) => join(folder, fileName));
}

export async function hasCheckpointFile({ dataDir }: Settings): Promise<boolean> {
  return (await stat(join(dataDir, fileName)).catch(() => null)) !== null;
}

/** An open file of checkpoints, as it was when it was opened; one that is missing has none. */
export interface CheckpointFile extends CheckpointSource {
  close(): Promise<void>;
}

export async function openCheckpointFile(file: string, isExternal: boolean): Promise<CheckpointFile> {
  const notReadable = (error: NodeJS.ErrnoException): never => {
    throw new OperatorError(`The file ${file} cannot be read (${error.code}).`);
  };
  const handle = await openExisting(file).catch(notReadable);
  // Checkpoints that the product appends meanwhile may be of entries that were not compared.
  const end = (await handle?.stat())?.size ?? 0;
  return {
    name: file,
    isExternal,
    async *read(from, to) {
      if (!handle) return;
      for await (const { at, checkpoint } of parseEntries(chunksOf(handle, from, Math.min(to, end), notReadable)))
        yield { at: from + at, checkpoint };
    },
    async close() {
      await handle?.close();
    },
  };
}

function openExisting(file: string): Promise<FileHandle | null> {
  return open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function* chunksOf(
  handle: FileHandle,
  from: number,
  to: number,
  notReadable: (error: NodeJS.ErrnoException) => never,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const length = Math.min(chunkBytes, to - at);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at).catch(notReadable);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Appends the checkpoints that the database has and the file lacks, including those that another node has signed. */
export function appendCheckpoints(ctx: Context, file: string): Promise<void> {
  return onOneNodeAtATime(ctx, 'file of checkpoints', (ctx) => appendMissing(ctx, file));
}

/**
 * Only the signed state says up to which size there are checkpoints. A row of another size, which somebody wrote into
 * the database, would look like the newest one, and keep all later ones out of the file.
 */
async function appendMissing(ctx: Context, file: string): Promise<void> {
  const { size, end } = await readEnd(file);
  const signed = (await readTreeState(ctx))?.size ?? 0;
  if (signed <= size) return;
  let rows = await checkpointsAfter(ctx, size, checkpointsAtOnce, signed);
  await makeFolder(dirname(file));
  const handle = await open(file, end === null ? 'ax' : 'a', 0o600);
  let appended = size;
  try {
    if (end !== null) await handle.truncate(end);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      const own = rows.filter(({ size, note }) => note.split('\n', 2)[1] === String(size));
      // Unlike `write`, `appendFile` continues after a partial write, and fails on a full disk.
      await handle.appendFile(own.map(({ note }) => fileEntry(note)).join(''));
      appended = own.at(-1)?.size ?? appended;
      rows = rows.length < checkpointsAtOnce ? [] : await checkpointsAfter(ctx, last.size, checkpointsAtOnce, signed);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (end === null) await sync(dirname(file));
  if (appended < signed) throw new Error('The last checkpoint was removed from the database or altered.');
}

/** The tree size of the last checkpoint, and the offset at which it ends; `end` is null without a file. */
async function readEnd(file: string): Promise<{ size: number; end: number | null }> {
  const handle = await openExisting(file);
  if (!handle) return { size: 0, end: null };
  try {
    const { size } = await handle.stat();
    // After a power failure, a long rest may follow the last complete checkpoint.
    for (let bytes = tailBytes; ; bytes *= 16) {
      const start = Math.max(0, size - bytes);
      const tail = Buffer.alloc(size - start);
      await handle.read(tail, 0, tail.length, start);
      // The tail may begin within a checkpoint, whose signature ends with the next empty line.
      const first = start === 0 ? 0 : afterSignature(tail);
      const { entries, length } = completeEntries(tail.subarray(first));
      const last = entries.at(-1);
      if (last || start === 0) return { size: last?.checkpoint?.size ?? 0, end: start + first + length };
    }
  } finally {
    await handle.close();
  }
}

function afterSignature(tail: Buffer): number {
  const line = tail.indexOf('\n— ');
  const end = line === -1 ? -1 : tail.indexOf('\n\n', line);
  return end === -1 ? tail.length : end + 2;
}

/** Renames the files at a restore, because their checkpoints may not fit the restored log. */
export async function renameCheckpointFiles(settings: Settings, at: Date): Promise<void> {
  const name = `${fileName}-until-${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const file of checkpointFiles(settings)) {
    await rename(file, join(dirname(file), name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
