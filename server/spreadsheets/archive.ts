/**
 * Opens an uploaded ZIP archive. A small file that would unpack to gigabytes is refused by the sizes that it states;
 * one that states false sizes is refused as soon as more is unpacked.
 */
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { FileRefused } from './file-refused.ts';

export interface Archive {
  names: ReadonlySet<string>;
  /** The unpacked bytes of a member. */
  open(name: string): Promise<Readable>;
  text(name: string): Promise<string>;
  close(): void;
}

const membersMax = 2_000;
const unpackedBytesMax = 400 * 1024 * 1024;
/** The limit for members that are read whole; only the sheet itself is large. */
const partBytesMax = 64 * 1024 * 1024;

export async function openArchive(path: string): Promise<Archive> {
  const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true });
  const entries = await listEntries(zip);
  const open = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw new FileRefused('import_damaged');
    return (await zip.openReadStreamPromise(entry)) as Readable;
  };
  return {
    names: new Set(entries.keys()),
    open,
    async text(name) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of await open(name)) {
        size += (chunk as Buffer).length;
        if (size > partBytesMax) throw new FileRefused('import_unpacked_too_large');
        chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks).toString('utf8');
    },
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let size = 0;
  if (zip.entryCount > membersMax) throw new FileRefused('import_unpacked_too_large');
  for await (const entry of zip.eachEntry()) {
    // The library compares the stated size of a member with its bytes while they are unpacked.
    size += entry.uncompressedSize;
    if (entry.isEncrypted()) throw new FileRefused('import_encrypted');
    if (size > unpackedBytesMax) throw new FileRefused('import_unpacked_too_large');
    // Programs differ in which of two members with the same name they read.
    if (entries.has(entry.fileName)) throw new FileRefused('import_damaged');
    entries.set(entry.fileName, entry);
  }
  return entries;
}
