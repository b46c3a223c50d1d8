/**
 * The files to which checkpoints are appended: one in the data folder of each node, and one beside the backups. They
 * are a proof only where nobody who can change the database can change them.
 */
import { open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { onOneNodeAtATime } from '../db/one-node-at-a-time.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { sync } from '../sync.ts';
import { completeLength, fileEntry, parseCheckpoints } from './checkpoint.ts';
import { checkpointsAfter } from './tree.db.ts';

const fileName = 'checkpoints';
const checkpointsAtOnce = 500;
/** More bytes than one checkpoint has. */
const tailBytes = 4_096;

/** The paths of the files: in the data folder and, if there is one, in the folder of the backups. */
export function checkpointFiles({ dataDir, backup }: Settings): string[] {
  return [...new Set([dataDir, backup.folder ?? dataDir])].map((folder) => join(folder, fileName));
}

export async function hasCheckpointFile({ dataDir }: Settings): Promise<boolean> {
  return (await stat(join(dataDir, fileName)).catch(() => null)) !== null;
}

/** The text of a file; empty where there is none. */
export function readCheckpointFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new OperatorError(`The file ${file} cannot be read (${error.code}).`);
  });
}

/** Appends the checkpoints that the database has and the file lacks, including those that another node has signed. */
export function appendCheckpoints(ctx: Context, file: string): Promise<void> {
  return onOneNodeAtATime(ctx, 'file of checkpoints', (ctx) => appendMissing(ctx, file));
}

async function appendMissing(ctx: Context, file: string): Promise<void> {
  const { size, end } = await readEnd(file);
  let last = size;
  const texts: string[] = [];
  for (;;) {
    const rows = await checkpointsAfter(ctx, last, checkpointsAtOnce);
    texts.push(...rows.map(({ note }) => fileEntry(note)));
    last = rows.at(-1)?.size ?? last;
    if (rows.length < checkpointsAtOnce) break;
  }
  if (texts.length === 0) return;
  await makeFolder(dirname(file));
  const handle = await open(file, end === null ? 'ax' : 'a', 0o600);
  try {
    if (end !== null) await handle.truncate(end);
    // Unlike `write`, `appendFile` continues after a partial write, and fails on a full disk.
    await handle.appendFile(texts.join(''));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (end === null) await sync(dirname(file));
}

/** The tree size of the last checkpoint, and the offset at which it ends; `end` is null without a file. */
async function readEnd(file: string): Promise<{ size: number; end: number | null }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return { size: 0, end: null };
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - tailBytes);
    const buffer = Buffer.alloc(size - start);
    await handle.read(buffer, 0, buffer.length, start);
    // The tail may begin within a checkpoint, whose signature ends with the next empty line.
    const first = start === 0 ? 0 : afterSignature(buffer);
    const text = buffer.toString('utf8', first);
    const complete = text.slice(0, completeLength(text));
    const last = parseCheckpoints(complete).at(-1);
    return { size: last?.size ?? 0, end: start + first + Buffer.byteLength(complete) };
  } finally {
    await handle.close();
  }
}

function afterSignature(tail: Buffer): number {
  const line = tail.indexOf('\n— ');
  return line === -1 ? 0 : tail.indexOf('\n\n', line) + 2;
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
