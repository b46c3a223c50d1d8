/**
 * Prepares received files for storage: a picture is encoded again, with its thumbnails; a PDF and files of the product
 * itself stay as they are. This starts as soon as a file is complete, while the rest of its form still arrives.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import type { FileType, ThumbnailKind } from '../../contract/files.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { decodePicture, type Picture, requirePlainPdf, type WrittenFile } from './picture.ts';
import { openTemporaryFolder, type TemporaryFolder } from './temporary.ts';

interface ReceivedFile {
  path: string;
  type: FileType;
}

/** A picture of the product's own, encoded beforehand: it is stored as it is. */
export interface EncodedPicture extends ReceivedFile {
  type: 'image/jpeg';
  widthPx: number;
  heightPx: number;
  thumbnails: readonly (ThumbnailKind & { path: string })[];
}

type Written = WrittenFile & Partial<Picture>;

export interface PreparedFile {
  type: FileType;
  /** Rejects with the error of the field. After the first error, files that have not been started are rejected, too. */
  written: Promise<Written>;
}

export type PreparedFiles = ReadonlyMap<string, PreparedFile>;

export interface Preparation {
  /** The temporary folder of the files until they are stored. */
  folder: TemporaryFolder;
  /** The files by field, in the order in which they were started. */
  files: PreparedFiles;
  begin(field: string, file: ReceivedFile | EncodedPicture, kinds: readonly ThumbnailKind[]): void;
  /** Removes every file that was not stored, once running work has ended. It must be called in every case. */
  discard(): Promise<void>;
}

/** How many pictures of one form are prepared at a time, so that a form with six leaves room for others. */
const concurrentPerForm = 2;

export async function openPreparation(dataDir: string): Promise<Preparation> {
  const folder = await openTemporaryFolder(dataDir);
  const files = new Map<string, PreparedFile>();
  const chains = Array.from({ length: concurrentPerForm }, () => Promise.resolve());
  let stopped: { reason: unknown } | null = null;
  const stop = (reason: unknown) => {
    stopped ??= { reason };
  };
  return {
    folder,
    files,
    begin(field, file, kinds) {
      const at = files.size % concurrentPerForm;
      const written = (chains[at] as Promise<void>).then(() => {
        if (stopped) throw stopped.reason;
        return prepare(folder, file, kinds).catch((error: unknown) => {
          throw error instanceof Refusal && error.code !== 'overloaded' ? fieldRefusal(field, error.code) : error;
        });
      });
      chains[at] = written.then(() => {}, stop);
      files.set(field, { type: file.type, written });
    },
    async discard() {
      stop(new Error('The form was discarded.'));
      await Promise.all(chains);
      await folder.remove();
    },
  };
}

async function prepare(
  folder: TemporaryFolder,
  file: ReceivedFile | EncodedPicture,
  kinds: readonly ThumbnailKind[],
): Promise<Written> {
  const { path, type } = file;
  if ('thumbnails' in file) {
    const copies = file.thumbnails.map(async ({ path, ...kind }) => ({ ...kind, ...(await copy(folder, path)) }));
    const { widthPx, heightPx } = file;
    const [picture, ...thumbnails] = await Promise.all([copy(folder, path), ...copies]);
    return { ...picture, widthPx, heightPx, thumbnails };
  }
  if (type === 'application/pdf') {
    await requirePlainPdf(path);
    return copy(folder, path);
  }
  const thumbnails = kinds.map((kind) => ({ ...kind, path: folder.newPath() }));
  const picture = await decodePicture({ input: path, type, output: folder.newPath(), thumbnails });
  await rm(path, { force: true });
  return picture;
}

async function copy(folder: TemporaryFolder, path: string): Promise<WrittenFile> {
  const output = folder.newPath();
  await copyFile(path, output);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(output)) hash.update(chunk as Buffer);
  return { path: output, sizeBytes: (await stat(output)).size, sha256: hash.digest('hex') };
}
