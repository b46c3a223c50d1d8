/** Who may read which file. What the caller may not read is as unknown to him as what does not exist. */
import { type FileExtension, fileExtensions } from '../../contract/files.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { fileWithOwner } from './files.db.ts';
import { type Thumbnail, thumbnailName } from './names.ts';

export interface ReadableFile {
  key: string;
  contentType: string;
  sizeBytes: number;
  /** Whether everybody may read it at the moment. */
  isPublic: boolean;
}

/** The file or thumbnail of that name; refuses with `not_found`. */
export async function findReadable(
  ctx: Context,
  key: string,
  grantedIds: () => Promise<readonly string[]>,
): Promise<ReadableFile> {
  const [, id, extension] = /^([0-9a-f]{24})(?:-\d+)?\.([a-z]+)$/.exec(key) ?? [];
  const file = id && (await fileWithOwner(ctx, id));
  if (!file || !extension || !Object.hasOwn(fileExtensions, extension)) throw new Refusal('not_found');
  const sizeBytes = key === file.name ? file.sizeBytes : thumbnailOf(key, id, file.thumbnails)?.sizeBytes;
  if (sizeBytes === undefined) throw new Refusal('not_found');

  const isPublic = file.published === 1 && file.image === file.name;
  if (!isPublic && !(await isReadable(ctx, file, grantedIds))) throw new Refusal('not_found');
  return { key, contentType: fileExtensions[extension as FileExtension], sizeBytes, isPublic };
}

async function isReadable(
  { actor }: Context,
  { applicationId, deletedAt, slideId }: NonNullable<Awaited<ReturnType<typeof fileWithOwner>>>,
  grantedIds: () => Promise<readonly string[]>,
): Promise<boolean> {
  if (applicationId === null) return actor !== null && slideId !== null;
  if (deletedAt !== null) return false;
  return actor !== null || (await grantedIds()).includes(applicationId);
}

function thumbnailOf(key: string, id: string, thumbnails: string): Thumbnail | undefined {
  return (JSON.parse(thumbnails) as Thumbnail[]).find(({ widthPx }) => key === thumbnailName(id, widthPx));
}
