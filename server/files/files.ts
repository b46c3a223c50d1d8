/**
 * The life cycle of a file: it is received as a stream, decoded, stored under a new name, recorded in the transaction
 * of its owner, and removed from the storage after a commit that no longer names it. A row never points to missing
 * bytes; bytes without a row are swept.
 */
import { extensionOf, thumbnailName } from '../../contract/files.ts';
import type { Context } from '../context.ts';
import type { FileTable } from '../db/tables.ts';
import { newId } from '../identifiers.ts';
import { deleteFiles, insertFiles, knownIds, selectFileNames } from './files.db.ts';
import type { PreparedFile, PreparedFiles } from './preparing.ts';
import {
  attachmentThumbnails,
  idOf,
  mediaTypeOf,
  photoThumbnails,
  slideThumbnails,
  type Thumbnail,
} from './stored-objects.ts';

export interface StoredFile {
  /** The form field of the file. */
  field: string;
  /** `{id}.{extension}`: its key in the storage, and how its owner refers to it. */
  name: string;
  row: Omit<FileTable, 'applicationId' | 'slideId'>;
}

type Owner = { applicationId: string } | { slideId: string };

const everyThumbnail = [...photoThumbnails, ...attachmentThumbnails, ...slideThumbnails];

/** Stores the files first, then runs the work that records them, and removes the files if that fails. */
export async function withStoredFiles<T>(
  ctx: Context,
  files: PreparedFiles,
  work: (stored: StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored = await storeFiles(ctx, files);
  try {
    return await work(stored);
  } catch (error) {
    // If the connection is lost during the commit, the row may exist; the sweep removes the file if it does not.
    if (ctx.database.faultOf(error) !== 'unavailable') await dropFiles(ctx, storedNames(stored));
    throw error;
  }
}

export const storedNames = (stored: readonly Pick<StoredFile, 'name'>[]) => stored.map(({ name }) => name);

/** Stores each file under a new name, synced, in the given order; if one is refused, none remains. */
export async function storeFiles(ctx: Context, files: PreparedFiles): Promise<StoredFile[]> {
  const named = [...files].map(([field, file]) => {
    const id = newId();
    return { id, field, file, name: `${id}.${extensionOf(file.type)}` };
  });
  const outcomes = await Promise.allSettled(
    named.map(async ({ id, field, file, name }) => ({ field, name, row: await storeFile(ctx, id, name, file) })),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  await dropFiles(ctx, storedNames(named));
  throw failed.reason;
}

async function storeFile(
  ctx: Context,
  id: string,
  name: string,
  { type, written }: PreparedFile,
): Promise<StoredFile['row']> {
  const { path, sizeBytes, sha256, widthPx = null, heightPx = null, thumbnails: encoded = [] } = await written;
  await ctx.storage.put(name, path, type);
  for (const { path, ...kind } of encoded) {
    const name = thumbnailName(id, kind);
    await ctx.storage.put(name, path, mediaTypeOf(name));
  }
  const thumbnails = encoded.map(({ path: _, ...thumbnail }) => thumbnail) satisfies Thumbnail[];
  return {
    id,
    name,
    sizeBytes,
    sha256,
    widthPx,
    heightPx,
    thumbnails: JSON.stringify(thumbnails),
    createdAt: ctx.now().toISOString(),
    keyGeneration: ctx.keys.generation,
  };
}

/** Within the owner's transaction: inserts the rows of new files. */
export async function recordFiles(ctx: Context, stored: readonly StoredFile[], owner: Owner): Promise<void> {
  await insertFiles(
    ctx,
    stored.map(({ row }) => ({ ...row, applicationId: null, slideId: null, ...owner })),
  );
}

/** Within the owner's transaction: deletes the rows of files that the owner no longer names. */
export function deleteFileRows(ctx: Context, names: readonly string[]): Promise<void> {
  return deleteFiles(ctx, names.map(idOf));
}

/** False once the file has been removed for good. */
export async function hasFileRow(ctx: Context, id: string): Promise<boolean> {
  return (await knownIds(ctx, [id])).has(id);
}

/** The names of all files of these applications, former ones included. */
export async function fileNamesOf(ctx: Context, applicationIds: readonly string[]): Promise<string[]> {
  return selectFileNames(ctx, applicationIds);
}

/**
 * To be called after the transaction, committed or not: removes the bytes of the names that have no row. It never
 * throws, because the sweep retries later; returns whether all were removed.
 */
export function dropFiles(ctx: Context, names: readonly string[]): Promise<boolean> {
  return eachWithoutRow(ctx, names, (key) => ctx.storage.remove(key));
}

/** The same for replaced files, which a running copy of database and files may still need for a while. */
export async function retireFiles(ctx: Context, names: readonly string[]): Promise<void> {
  await eachWithoutRow(ctx, names, (key) => ctx.storage.retire(key, ctx.now()));
}

async function eachWithoutRow(
  ctx: Context,
  names: readonly string[],
  work: (key: string) => Promise<void>,
): Promise<boolean> {
  try {
    // A commit may have succeeded although its confirmation was lost, and then the rows exist.
    const known = await knownIds(ctx, names.map(idOf));
    const withoutRow = names.filter((name) => !known.has(idOf(name)));
    const keys = withoutRow.flatMap((name) => [name, ...everyThumbnail.map((kind) => thumbnailName(idOf(name), kind))]);
    // Waits for all of them, so that none is still running after one has failed.
    const results = await Promise.allSettled(keys.map(work));
    return results.every(({ status }) => status === 'fulfilled');
  } catch {
    // The sweep tries again.
    return false;
  }
}
