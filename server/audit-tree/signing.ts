/** The background job that signs the audit log and appends the checkpoints to their files. */
import { type Context, type Resources, systemContext } from '../context.ts';
import { isDiskFull } from '../full-disk.ts';
import { errorDetail, type Log } from '../log.ts';
import { appendCheckpoints, checkpointFiles } from './checkpoint-files.ts';
import { signEntries, TreeAltered } from './tree.ts';
import { readTreeState } from './tree-state.ts';

/** Often enough that an entry is signed within a second of its commit. */
const intervalMs = 500;
const afterFaultMs = 60_000;

/** Returns a function that stops the job and signs the remaining entries. */
export function startSigning(resources: Resources, log: Log): () => Promise<void> {
  const ctx = systemContext(resources);
  const files = checkpointFiles(ctx.settings).map((file) => new CheckpointAppender(ctx, file, log));
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let failingSince: number | null = null;
  /** Entries that the product has not written are found again and again until a later one is signed. */
  const reported = new Set<number>();
  const sign = async () => {
    let nextMs = intervalMs;
    try {
      const foreign = (await signEntries(ctx)).filter((sequence) => !reported.has(sequence));
      failingSince = null;
      for (const sequence of foreign) reported.add(sequence);
      if (foreign.length > 0)
        log.error({ entries: foreign.length, first: foreign[0] }, 'an audit entry was not written by this product');
    } catch (error) {
      const isFault = ctx.database.faultOf(error) !== null;
      failingSince ??= Date.now();
      const isLasting = Date.now() - failingSince >= afterFaultMs;
      // A short fault of the database is not logged here, since the requests that need it report it. A lasting one is:
      // somebody may have locked the tree, which no request would notice.
      if (isLasting || !isFault) {
        failingSince = null;
        if (!isFault) nextMs = afterFaultMs;
        if (error instanceof TreeAltered) log.error('the audit tree was altered: run npm run audit-verify');
        else log.error(errorDetail(error), 'the audit log could not be signed');
      }
    }
    await appendCheckpointsToFiles();
    if (!isStopped) timer = setTimeout(start, nextMs);
  };
  const appendCheckpointsToFiles = async () => {
    try {
      const newest = (await readTreeState(ctx))?.size ?? 0;
      for (const file of files) await file.append(newest);
    } catch (error) {
      if (!ctx.database.faultOf(error)) log.error(errorDetail(error), 'a checkpoint could not be appended to its file');
    }
  };
  const start = () => {
    running = sign();
  };
  start();
  return async () => {
    isStopped = true;
    await running;
    clearTimeout(timer);
    await sign();
  };
}

class CheckpointAppender {
  readonly #ctx: Context;
  readonly #file: string;
  readonly #log: Log;
  #appendedSize = 0;
  #retryAt = 0;

  constructor(ctx: Context, file: string, log: Log) {
    this.#ctx = ctx;
    this.#file = file;
    this.#log = log;
  }

  /** `newestSize` is the tree size of the newest checkpoint; a file that has it already is not read. */
  async append(newestSize: number): Promise<void> {
    if (newestSize === this.#appendedSize || Date.now() < this.#retryAt) return;
    try {
      await appendCheckpoints(this.#ctx, this.#file);
      this.#appendedSize = newestSize;
    } catch (error) {
      if (this.#ctx.database.faultOf(error) && !isDiskFull(error)) return;
      this.#retryAt = Date.now() + afterFaultMs;
      this.#log.error(errorDetail(error), 'a checkpoint could not be appended to its file');
    }
  }
}
