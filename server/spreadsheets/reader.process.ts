/**
 * The process in which an uploaded spreadsheet is read: one file, then it ends. A file that needs more memory or time
 * than the limits allow ends this process and nothing else.
 */
import { once } from 'node:events';
import { endWithParent, lowerPriority } from '../background-process.ts';
import type { ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';
import type { ReadReply } from './read.ts';
import { readRows } from './reader.ts';

const rowsAtOnce = 500;
/** The limit where rows have long cells: the receiver stores what it gets at once in one transaction. */
const bytesAtOnce = 1024 * 1024;
const residentBytesMax = 400 * 1024 * 1024;
const watchMs = 100;

lowerPriority();
endWithParent();
setInterval(() => process.memoryUsage.rss() > residentBytesMax && process.exit(1), watchMs).unref();

process.once('message', async (path: string) => {
  try {
    const format = await readRows(path, sendRows);
    await reply({ format });
  } catch (error) {
    // Any error of a library means that the file does not follow its format.
    await reply({ failure: error instanceof FileRefused ? error.code : 'import_damaged' });
  }
  process.disconnect();
});

function reply(message: ReadReply): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** Waits for the receiver after each message, so that it never holds more than a few rows. */
async function sendRows(batches: AsyncIterable<ReadRow[]>): Promise<void> {
  let rows: ReadRow[] = [];
  let bytes = 0;
  const send = async () => {
    const acknowledged = once(process, 'message');
    await reply({ rows });
    await acknowledged;
    rows = [];
    bytes = 0;
  };
  for await (const batch of batches) {
    for (const row of batch) {
      rows.push(row);
      bytes += Buffer.byteLength(JSON.stringify(row.cells));
      if (rows.length >= rowsAtOnce || bytes >= bytesAtOnce) await send();
    }
  }
  if (rows.length > 0) await send();
}
