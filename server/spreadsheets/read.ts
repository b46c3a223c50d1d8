/** Reads an uploaded spreadsheet in a process of its own: a few at a time, each with limits of memory and time. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '../../contract/errors.ts';
import type { SpreadsheetFormat } from '../../contract/spreadsheet-format.ts';
import { retryLater } from '../refusal.ts';
import type { ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';

export type { CellFault, ReadRow } from './cells.ts';

export type ReadReply = { rows: ReadRow[] } | { format: SpreadsheetFormat } | { failure: ErrorCode };

const processesMax = 2;
const heapMegabytes = 256;
/** The time limit for each message with rows, and for the work before the first. */
const messageMs = 60_000;
const program = fileURLToPath(new URL('./reader.process.ts', import.meta.url));
/** Compiling its sources would take longer than reading a usual file. */
const compileCache = new URL('../compile-cache.js', import.meta.url).href;

let running = 0;

/** Calls `onRows` with some rows at a time. Throws `FileRefused` for what cannot be read, or `overloaded`. */
export async function readSpreadsheet(
  path: string,
  onRows: (rows: ReadRow[]) => Promise<void>,
): Promise<SpreadsheetFormat> {
  if (running >= processesMax) throw retryLater('overloaded', 10);
  running++;
  try {
    return await readInProcess(path, onRows);
  } finally {
    running--;
  }
}

function readInProcess(path: string, onRows: (rows: ReadRow[]) => Promise<void>): Promise<SpreadsheetFormat> {
  return new Promise((resolve, reject) => {
    // The process gets none of our environment variables: they contain secrets, and a reader needs none.
    const child = fork(program, {
      execArgv: ['--import', compileCache, `--max-old-space-size=${heapMegabytes}`],
      env: { SystemRoot: process.env.SystemRoot },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let timer: NodeJS.Timeout | undefined;
    let isTooSlow = false;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isTooSlow = true;
        child.kill('SIGKILL');
      }, messageMs);
    };
    const end = (finish: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.on('error', () => {});
      child.kill('SIGKILL');
      finish();
    };
    child.on('message', (reply: ReadReply) => {
      clearTimeout(timer);
      if ('format' in reply) end(() => resolve(reply.format));
      else if ('failure' in reply) end(() => reject(new FileRefused(reply.failure)));
      else {
        onRows(reply.rows).then(
          () => {
            restartTimer();
            child.send('acknowledged', () => {});
          },
          (error: unknown) => end(() => reject(error)),
        );
      }
    });
    const refuseLater = () => end(() => reject(retryLater('overloaded', 10)));
    child.once('exit', (_, signal) => {
      // By a signal that is neither ours nor of V8, which aborts without memory, the system has ended it: that is no
      // fault of the file.
      if (signal && signal !== 'SIGABRT' && !isTooSlow) refuseLater();
      else end(() => reject(new FileRefused('import_unpacked_too_large')));
    });
    child.once('error', refuseLater);
    restartTimer();
    // Where the process has no descriptor left, `fork` returns a child without a channel, and an error follows.
    child.send?.(path, () => {});
  });
}
