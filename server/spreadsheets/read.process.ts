/**
 * The process in which an uploaded spreadsheet is read: one file, then it ends. A file that needs more memory or time
 * than the limits allow ends this process and nothing else.
 */
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { SpreadsheetFormat } from '../../contract/spreadsheet-format.ts';
import { endWithParent, lowerPriority } from '../background-process.ts';
import { openArchive } from './archive.ts';
import type { ReadRow } from './cells.ts';
import { readCsvRows } from './csv-reader.ts';
import { FileRefused } from './file-refused.ts';
import { isOds, readOdsRows } from './ods-reader.ts';
import type { ReadReply } from './read.ts';
import { isXlsx, readXlsxRows } from './xlsx-reader.ts';

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
    const format = await readFile(path);
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

/** The format is recognised by the content; the name of the file is ignored. */
async function readFile(path: string): Promise<SpreadsheetFormat> {
  const handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8), position: 0 });
  await handle.close();
  const start = buffer.toString('hex', 0, bytesRead);
  if (bytesRead === 0) throw new FileRefused('import_empty');
  // The container of old Excel files, and of encrypted ones.
  if (start === 'd0cf11e0a1b11ae1') throw new FileRefused(await oldOrEncrypted(path));
  if (start.startsWith('504b0304')) return readArchive(path);
  await sendRows(readCsvRows(path));
  return 'csv';
}

async function readArchive(path: string): Promise<SpreadsheetFormat> {
  const archive = await openArchive(path);
  try {
    if (isXlsx(archive)) {
      await sendRows(readXlsxRows(archive));
      return 'xlsx';
    }
    if (await isOds(archive)) {
      await sendRows(readOdsRows(archive));
      return 'ods';
    }
    throw new FileRefused('import_file_type');
  } finally {
    archive.close();
  }
}

async function oldOrEncrypted(path: string): Promise<'import_encrypted' | 'import_old_excel'> {
  const handle = await open(path, 'r');
  try {
    const name = Buffer.from('EncryptedPackage', 'utf16le');
    const buffer = Buffer.alloc(1024 * 1024);
    for (let position = 0; ; position += buffer.length - name.length) {
      const { bytesRead } = await handle.read({ buffer, position });
      if (buffer.subarray(0, bytesRead).includes(name)) return 'import_encrypted';
      if (bytesRead < buffer.length) return 'import_old_excel';
    }
  } finally {
    await handle.close();
  }
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
