/** Copies the stored files from the disk to a bucket, or the other way, while the product runs or not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { type Move, moveFiles } from '../files/moving.ts';
import { takeMovingFolder } from '../files/moving-folder.ts';
import type { Keys } from '../keys.ts';
import { OperatorError } from '../operator-error.ts';
import { storageOwnerOf } from '../resources.ts';
import { readSettings } from '../settings.ts';
import { type StopSignal, stopSignals } from '../shutdown.ts';
import type { Bucket } from '../storage/bucket.ts';
import { prepareStorage } from '../storage/prepare-storage.ts';
import { type Storage, StorageFault } from '../storage/storage.ts';
import type { Arguments } from './arguments.ts';
import { reporter, runCommand, say, stop } from './run.ts';

const commandLine = {
  usage: 'Usage: npm run move-files -- --to (disk | s3://…) [--from (disk | s3://…)] [--follow]',
  options: { from: { type: 'string' }, to: { type: 'string' }, follow: { type: 'boolean' } },
} as const;
const followMs = 1_000;

/** Ends the command at once; while it follows the product, it stops after the running copy instead. */
let onSignal: (signal: StopSignal) => void = () => {};

await runCommand(commandLine, async (ctx, { values }) => {
  const places = placesOf(ctx, values);
  const { path, leave, emptyNow } = await takeMovingFolder(ctx.settings.dataDir);
  onSignal = (signal) => {
    emptyNow();
    stop(signal, 'Run the command again: it skips files that are already copied.');
  };
  for (const signal of stopSignals) process.on(signal, () => onSignal(signal));
  return moveBetween(ctx, places, path).finally(leave);
});

async function moveBetween(ctx: Context, { from, to, follow }: Places, folder: string): Promise<string> {
  const source = await open(ctx, from, ctx.keys.files);
  // With the present key alone: a copy of before the key was replaced counts as altered, and is sent again.
  const target = await open(ctx, to, [ctx.keys.files[0]]);
  try {
    const move = moveFiles(ctx, [source, target], folder, reporter());
    await move.run();
    // The second run copies the files that were added during the first.
    await move.run();
    if (follow) await followUntilStopped(move, nameOf(to));
    return await result(move, nameOf(to));
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    throw new OperatorError(`${error.message} Run the command again: it skips files that are already copied.`);
  } finally {
    for (const storage of [source, target]) if (storage !== ctx.storage) await storage.close();
  }
}

interface Places {
  from: Bucket | null;
  to: Bucket | null;
  follow: boolean;
}

function placesOf({ settings }: Context, values: Arguments<typeof commandLine.options>['values']): Places {
  if (!values.to) throw new OperatorError(commandLine.usage);
  const from = values.from ? readPlace('--from', values.from) : settings.bucket;
  const to = readPlace('--to', values.to);
  if (isDeepStrictEqual(from, to))
    throw new OperatorError(`The files are already in ${nameOf(to)}. Nothing was changed.`);
  return { from, to, follow: values.follow ?? false };
}

function readPlace(option: string, text: string): Bucket | null {
  if (text === 'disk') return null;
  try {
    return readSettings({ ...process.env, STORAGE_URL: text }).bucket;
  } catch (cause) {
    throw new OperatorError(`${option} must be the word disk, or what STORAGE_URL may be. ${(cause as Error).message}`);
  }
}

function nameOf(place: Bucket | null): string {
  return place ? `the bucket ${place.name}` : 'the folder of DATA_DIR';
}

/** Reuses the storage of the settings, which is open already. */
async function open(ctx: Context, bucket: Bucket | null, keys: Keys['files']): Promise<Storage> {
  if (isDeepStrictEqual(bucket, ctx.settings.bucket)) return ctx.storage;
  const claim = await prepareStorage({ bucket, dataDir: ctx.settings.dataDir });
  return claim(await storageOwnerOf(ctx.db), keys);
}

async function followUntilStopped(move: Move, target: string): Promise<void> {
  let isStopped = false;
  onSignal = () => {
    isStopped = true;
  };
  say(`${counted(move.counts.files, 'file')} in ${target}. Following what is added, until Ctrl-C.`);
  while (!isStopped) {
    await sleep(followMs);
    const before = move.counts.files;
    await move.run();
    const added = move.counts.files - before;
    if (added) say(`${added} more.`);
  }
}

async function result(move: Move, target: string): Promise<string> {
  const problems = await move.problems();
  if (problems.length) throw new OperatorError([...problems, `${counted(problems.length, 'problem')}.`].join('\n'));
  const { files, copied } = move.counts;
  return `${counted(files, 'file')} in ${target}, each with the hash of its row; ${counted(copied, 'object')} sent. 0 problems.`;
}
