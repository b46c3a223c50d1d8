/** Signs the audit log while the product runs, and appends the checkpoints to their files. */
import { type Context, type Resources, systemContext } from '../context.ts';
import { isDiskFull } from '../full-disk.ts';
import { errorDetail, type Log } from '../log.ts';
import { appendCheckpoints, checkpointFiles } from './checkpoint-files.ts';
import { newestCheckpoint } from './tree.db.ts';
import { signEntries, TreeAltered } from './tree.ts';

/** An entry is signed a second after its commit at the latest. */
const everyMs = 500;
const afterFaultMs = 60_000;

/** Returns a function that stops the job and signs what is left. */
export function startSigning(resources: Resources, log: Log): () => Promise<void> {
  const ctx = systemContext(resources);
  const files = checkpointFiles(ctx.settings).map((file) => new AppendedFile(ctx, file, log));
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let isOver = false;
  let failingSince: number | null = null;
  const sign = async () => {
    let nextMs = everyMs;
    try {
      const foreign = await signEntries(ctx);
      failingSince = null;
      if (foreign.length > 0)
        log.error({ entries: foreign.length, first: foreign[0] }, 'an audit entry was not written by this product');
    } catch (error) {
      const isFault = ctx.database.faultOf(error) !== null;
      failingSince ??= Date.now();
      const hasLasted = Date.now() - failingSince >= afterFaultMs;
      // The requests that need the database report that it does not answer, so a short fault is not logged. One that lasts
      // is: somebody may have locked the tree, which stops no request.
      if (hasLasted || !isFault) {
        failingSince = null;
        if (!isFault) nextMs = afterFaultMs;
        if (error instanceof TreeAltered) log.error('the audit tree was altered: run npm run audit-verify');
        else log.error(errorDetail(error), 'the audit log could not be signed');
      }
    }
    await appendTo(files);
    if (!isOver) timer = setTimeout(start, nextMs);
  };
  const appendTo = async (files: readonly AppendedFile[]) => {
    try {
      const newest = (await newestCheckpoint(ctx))?.size ?? 0;
      for (const file of files) await file.append(newest);
    } catch (error) {
      if (!ctx.database.faultOf(error)) log.error(errorDetail(error), 'the audit log could not be signed');
    }
  };
  const start = () => {
    running = sign();
  };
  start();
  return async () => {
    isOver = true;
    await running;
    clearTimeout(timer);
    await sign();
  };
}

class AppendedFile {
  readonly #ctx: Context;
  readonly #file: string;
  readonly #log: Log;
  #newest = 0;
  #retryAt = 0;

  constructor(ctx: Context, file: string, log: Log) {
    this.#ctx = ctx;
    this.#file = file;
    this.#log = log;
  }

  /** `newest` is the size of the newest checkpoint; a file that has it is not even read. */
  async append(newest: number): Promise<void> {
    if (newest === this.#newest || Date.now() < this.#retryAt) return;
    try {
      await appendCheckpoints(this.#ctx, this.#file);
      this.#newest = newest;
    } catch (error) {
      if (this.#ctx.database.faultOf(error) && !isDiskFull(error)) return;
      this.#retryAt = Date.now() + afterFaultMs;
      this.#log.error(errorDetail(error), 'a checkpoint could not be kept');
    }
  }
}
