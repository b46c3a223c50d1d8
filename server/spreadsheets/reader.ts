/** Reads the rows of a spreadsheet file of any supported format. */
import { open } from 'node:fs/promises';
import type { SpreadsheetFormat } from '../../contract/spreadsheet-format.ts';
import { openArchive } from './archive.ts';
import type { ReadRow } from './cells.ts';
import { readCsvRows } from './csv-reader.ts';
import { FileRefused } from './file-refused.ts';
import { isOds, readOdsRows } from './ods-reader.ts';
import { isXlsx, readXlsxRows } from './xlsx-reader.ts';

/** Receives the rows, some at a time. */
type ReceiveRows = (batches: AsyncIterable<ReadRow[]>) => Promise<void>;

/**
 * Reads the rows of a file in this process. The format is recognised by the content; the name of the file is ignored.
 * Throws `FileRefused`, or any error of a library where the file does not follow its format.
 */
export async function readRows(path: string, receive: ReceiveRows): Promise<SpreadsheetFormat> {
  const handle = await open(path, 'r');
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8), position: 0 });
  await handle.close();
  const start = buffer.toString('hex', 0, bytesRead);
  if (bytesRead === 0) throw new FileRefused('import_empty');
  // The container of old Excel files, and of encrypted ones.
  if (start === 'd0cf11e0a1b11ae1') throw new FileRefused(await oldOrEncrypted(path));
  if (start.startsWith('504b0304')) return readArchive(path, receive);
  await receive(readCsvRows(path));
  return 'csv';
}

async function readArchive(path: string, receive: ReceiveRows): Promise<SpreadsheetFormat> {
  const archive = await openArchive(path);
  try {
    if (isXlsx(archive)) {
      await receive(readXlsxRows(archive));
      return 'xlsx';
    }
    if (await isOds(archive)) {
      await receive(readOdsRows(archive));
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
