/** Who may read which file. A file that the caller may not read is answered like one that does not exist. */
import { formerFile } from '../../contract/audit.ts';
import { type ThumbnailKind, thumbnailName } from '../../contract/files.ts';
import type { Context } from '../context.ts';
import { wireNamesOf } from '../db/application-columns.ts';
import { Refusal } from '../refusal.ts';
import { fileWithOwner } from './files.db.ts';
import { idInFileName, mediaTypeOf, slideThumbnails, type Thumbnail, thumbnailsOf } from './stored-objects.ts';

export interface ReadableFile {
  key: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  /** Whether everybody may read it now. */
  isPublic: boolean;
  /** The view to record in the audit log: the application, and the field that holds the file. */
  view: { record: string; place: string } | null;
}

/** The file or thumbnail of that name; throws `not_found`. */
export async function findReadable(
  ctx: Context,
  key: string,
  grantedIds: () => Promise<readonly string[]>,
): Promise<ReadableFile> {
  const id = idInFileName(key);
  const file = id && (await fileWithOwner(ctx, id));
  if (!file) throw new Refusal('not_found');
  const object = key === file.name ? { ...file, key } : storedThumbnail(key, id, file);
  if (!object) throw new Refusal('not_found');

  const isPublic = file.published === 1 && file.image === file.name;
  if (!isPublic && !(await isReadable(ctx, file, grantedIds))) throw new Refusal('not_found');
  const { sizeBytes, sha256 } = object;
  const contentType = mediaTypeOf(object.key);
  return { key: object.key, contentType, sizeBytes, sha256, isPublic, view: viewOf(file, key) };
}

type FileWithOwner = NonNullable<Awaited<ReturnType<typeof fileWithOwner>>>;

/** The small photo beside each name of a list does not count as a view of the record. */
function viewOf({ applicationId, fileColumn: column, name }: FileWithOwner, key: string): ReadableFile['view'] {
  if (applicationId === null || (column === 'photo' && key !== name)) return null;
  return { record: applicationId, place: column === null ? formerFile : (wireNamesOf([column])[0] ?? column) };
}

async function isReadable(
  { actor }: Context,
  { applicationId, deletedAt, slideId, fileColumn }: FileWithOwner,
  grantedIds: () => Promise<readonly string[]>,
): Promise<boolean> {
  if (applicationId === null) return actor !== null && slideId !== null;
  if (deletedAt !== null) return false;
  // A replaced file is only for the staff, who can bring it back.
  return actor !== null || (fileColumn !== null && (await grantedIds()).includes(applicationId));
}

/**
 * The thumbnail of that name. A slide of an earlier release may lack one of the present sizes: then it is the next
 * larger one that it has, or its largest.
 */
function storedThumbnail(
  key: string,
  id: string,
  file: { thumbnails: string; slideId: string | null },
): (Thumbnail & { key: string }) | null {
  const stored = thumbnailsOf(file).sort((a, b) => a.widthPx - b.widthPx);
  const matchesName = (kind: ThumbnailKind) => key === thumbnailName(id, kind);
  const wanted = file.slideId !== null && slideThumbnails.find(matchesName);
  const thumbnail =
    stored.find(matchesName) ?? (wanted && (stored.find(({ widthPx }) => widthPx >= wanted.widthPx) ?? stored.at(-1)));
  return thumbnail ? { ...thumbnail, key: thumbnailName(id, thumbnail) } : null;
}
