/**
 * The life of a file: received as a stream, decoded and stored under a fresh name,
 * recorded in the transaction of its owner, and gone from the storage after the commit
 * that forgot it. A row never points to nothing; bytes without a row are swept.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { type FileExtension, fileExtensions } from '../../contract/files.ts';
import type { Context } from '../context.ts';
import type { FileTable } from '../db/tables.ts';
import { readJson } from '../http/body.ts';
import type { Asked } from '../http/routes.ts';
import { newId } from '../identifiers.ts';
import { Refusal, refuseField } from '../refusal.ts';
import { deleteFiles, insertFiles, knownIds } from './files.db.ts';
import { type FileRule, type MultipartForm, type ReceivedFile, readMultipart } from './multipart.ts';
import {
  attachmentThumbnails,
  idOf,
  photoThumbnails,
  slideThumbnails,
  type Thumbnail,
  type ThumbnailKind,
  thumbnailName,
} from './names.ts';
import { decodePicture, type Picture, type WrittenFile } from './picture.ts';
import type { FileType } from './sniff.ts';
import { openTemporaryFolder, type TemporaryFolder } from './temporary.ts';

export type { FileRule } from './multipart.ts';

export interface ReceivedForm extends MultipartForm {
  /** Removes what was received; repeatable. To be called whatever became of it. */
  discard(): Promise<void>;
}

export interface KeptFile {
  /** The field it came in. */
  field: string;
  /** `{id}.{extension}`: its key in the storage, and how its owner refers to it. */
  name: string;
  row: Omit<FileTable, 'applicationId' | 'slideId'>;
}

/** A picture of the product's own, encoded beforehand: it is stored as it is. */
export interface EncodedPicture extends ReceivedFile {
  type: 'image/jpeg';
  widthPx: number;
  heightPx: number;
  thumbnails: readonly (ThumbnailKind & { path: string })[];
}

type Owner = { applicationId: string } | { slideId: string };

/** So many pictures of one form are worked on at a time: others wait behind it no longer than that. */
const workersPerForm = 2;
const extensions: Record<FileType, FileExtension> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};
const everyThumbnail = [...photoThumbnails, ...attachmentThumbnails, ...slideThumbnails];

/** Receives a form with the files that `rules` names; a JSON body is a form without files. */
export async function receiveForm(
  ctx: Context,
  request: Asked,
  rules: Record<string, FileRule>,
): Promise<ReceivedForm> {
  if (!/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    return { fields: await readJson(request), files: new Map(), discard: async () => {} };
  }
  const folder = await openTemporaryFolder(ctx.settings.dataDir);
  try {
    return { ...(await readMultipart(request, rules, folder)), discard: folder.remove };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** Bytes before rows: stores the files, runs the work that records them, and takes them back if it fails. */
export async function withKeptFiles<T>(
  ctx: Context,
  files: ReadonlyMap<string, ReceivedFile | EncodedPicture>,
  thumbnailsFor: (field: string) => readonly ThumbnailKind[],
  work: (kept: KeptFile[]) => Promise<T>,
): Promise<T> {
  const kept = await keepFiles(ctx, files, thumbnailsFor);
  try {
    return await work(kept);
  } catch (error) {
    // With the connection lost at the commit nobody knows yet whether the row is there; the sweep finds out.
    if (ctx.database.faultOf(error)?.kind !== 'unavailable') await dropFiles(ctx, namesOf(kept));
    throw error;
  }
}

export const namesOf = (kept: readonly KeptFile[]) => kept.map(({ name }) => name);

/** Stores each file under a fresh name, synced, in the order given; if one is refused none is left. */
export async function keepFiles(
  ctx: Context,
  files: ReadonlyMap<string, ReceivedFile | EncodedPicture>,
  thumbnailsFor: (field: string) => readonly ThumbnailKind[],
): Promise<KeptFile[]> {
  const folder = await openTemporaryFolder(ctx.settings.dataDir);
  const kept: KeptFile[] = [];
  const names: string[] = [];
  const rest = [...files].entries();
  let isRefused = false;
  const work = async () => {
    for (const [at, [field, file]] of rest) {
      if (isRefused) return;
      const id = newId();
      const name = `${id}.${extensions[file.type]}`;
      names.push(name);
      const row = await keepFile(ctx, folder, id, name, file, thumbnailsFor(field)).catch((error: unknown) => {
        isRefused = true;
        throw error instanceof Refusal && error.code !== 'overloaded' ? refuseField(field, error.code) : error;
      });
      kept[at] = { field, name, row };
    }
  };
  try {
    const outcomes = await Promise.allSettled(Array.from({ length: workersPerForm }, work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return kept;
  } catch (error) {
    await dropFiles(ctx, names);
    throw error;
  } finally {
    await folder.remove();
  }
}

async function keepFile(
  ctx: Context,
  folder: TemporaryFolder,
  id: string,
  name: string,
  file: ReceivedFile | EncodedPicture,
  kinds: readonly ThumbnailKind[],
): Promise<KeptFile['row']> {
  const written = await prepare(folder, file, kinds);
  const { widthPx = null, heightPx = null } = written;
  const thumbnails = (written.thumbnails ?? []).map(({ widthPx, format, sizeBytes, sha256 }) => ({
    widthPx,
    format,
    sizeBytes,
    sha256,
  })) satisfies Thumbnail[];
  await ctx.storage.put(name, written.path, file.type);
  for (const { path, ...kind } of written.thumbnails ?? []) {
    await ctx.storage.put(thumbnailName(id, kind), path, fileExtensions[kind.format]);
  }
  const { sizeBytes, sha256 } = written;
  const createdAt = ctx.now().toISOString();
  return { id, name, sizeBytes, sha256, widthPx, heightPx, thumbnails: JSON.stringify(thumbnails), createdAt };
}

/** The bytes to store: pictures are encoded anew, a PDF stays as it is, and so does what is our own. */
async function prepare(
  folder: TemporaryFolder,
  file: ReceivedFile | EncodedPicture,
  kinds: readonly ThumbnailKind[],
): Promise<WrittenFile & Partial<Picture>> {
  const { path, type } = file;
  if ('thumbnails' in file) {
    const copies = file.thumbnails.map(async ({ path, ...kind }) => ({ ...kind, ...(await copied(folder, path)) }));
    const { widthPx, heightPx } = file;
    return { ...(await copied(folder, path)), widthPx, heightPx, thumbnails: await Promise.all(copies) };
  }
  if (type === 'application/pdf') return copied(folder, path);
  const thumbnails = kinds.map((kind) => ({ ...kind, path: folder.newPath() }));
  return decodePicture({ input: path, type, output: folder.newPath(), thumbnails });
}

async function copied(folder: TemporaryFolder, path: string): Promise<WrittenFile> {
  const output = folder.newPath();
  await copyFile(path, output);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(output)) hash.update(chunk as Buffer);
  return { path: output, sizeBytes: (await stat(output)).size, sha256: hash.digest('hex') };
}

/** Within the transaction of the owner: the rows of what was kept, and away with those it replaces. */
export async function recordFiles(
  ctx: Context,
  kept: readonly KeptFile[],
  owner: Owner,
  replacedNames: readonly string[],
): Promise<void> {
  await deleteFiles(ctx, replacedNames.map(idOf));
  await insertFiles(
    ctx,
    kept.map(({ row }) => ({ ...row, applicationId: null, slideId: null, ...owner })),
  );
}

/**
 * After the transaction, committed or not: removes the bytes of those names that no row
 * knows. It never throws: what it cannot remove is swept later.
 */
export async function dropFiles(ctx: Context, names: readonly string[]): Promise<void> {
  try {
    // A commit whose answer was lost has kept the rows after all.
    const known = await knownIds(ctx, names.map(idOf));
    await removeBytes(
      ctx,
      names.filter((name) => !known.has(idOf(name))),
    );
  } catch {
    // The sweep comes back to it.
  }
}

async function removeBytes(ctx: Context, names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const kind of everyThumbnail) await ctx.storage.remove(thumbnailName(idOf(name), kind));
    await ctx.storage.remove(name);
  }
}
