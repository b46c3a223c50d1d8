/**
 * The process in which a sent spreadsheet is read: one file, then it ends. A file that needs more memory or time than
 * it is given stops nothing else.
 */
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { SpreadsheetForm } from '../../contract/spreadsheet-form.ts';
import { openArchive } from './archive.ts';
import type { ReadRow } from './cells.ts';
import { readCsvRows } from './csv-reader.ts';
import { FileRefused } from './file-refused.ts';
import { isOds, readOdsRows } from './ods-reader.ts';
import type { ReadReply } from './read.ts';
import { isXlsx, readXlsxRows } from './xlsx-reader.ts';

const rowsAtOnce = 500;
/** Of a few rows with long cells: whoever takes them stores so much in one transaction. */
const charactersAtOnce = 1024 * 1024;
const residentBytesMax = 400 * 1024 * 1024;
const watchMs = 100;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A terminal sends its signals to the whole group; this process ends with its parent.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));
setInterval(() => process.memoryUsage.rss() > residentBytesMax && process.exit(1), watchMs).unref();

process.once('message', async (path: string) => {
  try {
    const form = await readFile(path);
    await reply({ form });
  } catch (error) {
    // Whatever a library throws at a file means that the file is not as its format asks.
    await reply({ failure: error instanceof FileRefused ? error.code : 'import_damaged' });
  }
  process.disconnect();
});

function reply(message: ReadReply): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** By its content, whatever its name. */
async function readFile(path: string): Promise<SpreadsheetForm> {
  const handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8), position: 0 });
  await handle.close();
  const start = buffer.toString('hex', 0, bytesRead);
  if (bytesRead === 0) throw new FileRefused('import_empty');
  // The container of old Excel files, and of encrypted ones.
  if (start === 'd0cf11e0a1b11ae1') throw new FileRefused(await oldOrEncrypted(path));
  if (start.startsWith('504b0304')) return readArchive(path);
  await pass(readCsvRows(path));
  return 'csv';
}

async function readArchive(path: string): Promise<SpreadsheetForm> {
  const archive = await openArchive(path);
  try {
    if (isXlsx(archive)) {
      await pass(readXlsxRows(archive));
      return 'xlsx';
    }
    if (await isOds(archive)) {
      await pass(readOdsRows(archive));
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

/** The next rows are read when the last ones have been taken. */
async function pass(found: AsyncIterable<ReadRow[]>): Promise<void> {
  let rows: ReadRow[] = [];
  let characters = 0;
  const send = async () => {
    const taken = once(process, 'message');
    await reply({ rows });
    await taken;
    rows = [];
    characters = 0;
  };
  for await (const some of found) {
    for (const row of some) {
      rows.push(row);
      for (const cell of row.cells) characters += cell.length;
      if (rows.length >= rowsAtOnce || characters >= charactersAtOnce) await send();
    }
  }
  if (rows.length > 0) await send();
}
