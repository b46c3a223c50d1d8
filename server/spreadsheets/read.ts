/** Reads a sent spreadsheet in a process of its own: a few at a time, each with a limit of memory and time. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SpreadsheetForm } from '../../contract/spreadsheet-form.ts';
import type { transferErrors } from '../../contract/transfer-errors.ts';
import { Refusal } from '../refusal.ts';
import type { ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';

export type { CellFault, ReadRow } from './cells.ts';

export type ReadReply = { rows: ReadRow[] } | { form: SpreadsheetForm } | { failure: keyof typeof transferErrors };

const processesMax = 2;
const heapMegabytes = 256;
/** For as many rows as are passed on at a time, and for what comes before the first. */
const silenceMs = 60_000;
const program = fileURLToPath(new URL('./read.process.ts', import.meta.url));

let running = 0;

/** Passes the rows to `take`, some at a time. Throws `FileRefused` for what cannot be read. */
export async function readSpreadsheet(
  path: string,
  take: (rows: ReadRow[]) => Promise<void>,
): Promise<SpreadsheetForm> {
  if (running >= processesMax) throw new Refusal('overloaded', { headers: { 'retry-after': '10' } });
  running++;
  try {
    return await readInProcess(path, take);
  } finally {
    running--;
  }
}

function readInProcess(path: string, take: (rows: ReadRow[]) => Promise<void>): Promise<SpreadsheetForm> {
  return new Promise((resolve, reject) => {
    // Nothing of our environment: it holds secrets, and a reader needs none.
    const child = fork(program, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      env: { SystemRoot: process.env.SystemRoot },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), silenceMs);
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
      if ('form' in reply) end(() => resolve(reply.form));
      else if ('failure' in reply) end(() => reject(new FileRefused(reply.failure)));
      else {
        take(reply.rows).then(
          () => {
            wait();
            child.send('taken', () => {});
          },
          (error: unknown) => end(() => reject(error)),
        );
      }
    });
    // It ran out of memory or time.
    child.once('exit', () => end(() => reject(new FileRefused('import_explodes'))));
    child.once('error', () => end(() => reject(new FileRefused('import_explodes'))));
    wait();
    child.send(path, () => {});
  });
}
