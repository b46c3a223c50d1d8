/** Who may read which file. A file that the caller may not read is answered like one that does not exist. */
import { formerPlace } from '../../contract/audit.ts';
import { idPattern } from '../../contract/id.ts';
import type { Context } from '../context.ts';
import { wireNamesOf } from '../db/application-columns.ts';
import { Refusal } from '../refusal.ts';
import { fileWithOwner } from './files.db.ts';
import { mediaTypeOf, slideThumbnails, type Thumbnail, thumbnailName, thumbnailsOf } from './names.ts';

export interface ReadableFile {
  key: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  /** Whether everybody may read it now. */
  isPublic: boolean;
  /** The application and the place of the file, for the record of who has seen it. */
  seenAs: { record: string; place: string } | null;
}

/** The key of a file or of its thumbnail. */
const keyWithId = new RegExp(`^(${idPattern})(?:-\\d+)?\\.[a-z]+$`);

/** The file or thumbnail of that name; throws `not_found`. */
export async function findReadable(
  ctx: Context,
  key: string,
  grantedIds: () => Promise<readonly string[]>,
): Promise<ReadableFile> {
  const [, id] = keyWithId.exec(key) ?? [];
  const file = id && (await fileWithOwner(ctx, id));
  if (!file) throw new Refusal('not_found');
  const found = key === file.name ? { ...file, key } : storedThumbnail(key, id, file);
  if (!found) throw new Refusal('not_found');

  const isPublic = file.published === 1 && file.image === file.name;
  if (!isPublic && !(await isReadable(ctx, file, grantedIds))) throw new Refusal('not_found');
  const { sizeBytes, sha256 } = found;
  const contentType = mediaTypeOf(found.key);
  return { key: found.key, contentType, sizeBytes, sha256, isPublic, seenAs: seenAs(file, key) };
}

/** The small portrait beside each name of a list is not a view of the record. */
function seenAs(
  { applicationId, heldAs, name }: NonNullable<Awaited<ReturnType<typeof fileWithOwner>>>,
  key: string,
): ReadableFile['seenAs'] {
  if (applicationId === null || (heldAs === 'photo' && key !== name)) return null;
  return { record: applicationId, place: heldAs === null ? formerPlace : (wireNamesOf([heldAs])[0] ?? heldAs) };
}

async function isReadable(
  { actor }: Context,
  { applicationId, deletedAt, slideId, heldAs }: NonNullable<Awaited<ReturnType<typeof fileWithOwner>>>,
  grantedIds: () => Promise<readonly string[]>,
): Promise<boolean> {
  if (applicationId === null) return actor !== null && slideId !== null;
  if (deletedAt !== null) return false;
  // A replaced file is kept for the staff, who can restore it.
  return actor !== null || (heldAs !== null && (await grantedIds()).includes(applicationId));
}

/**
 * The thumbnail of that name. A slide from before the layout had today's sizes has the
 * next larger of those it was given, or its largest.
 */
function storedThumbnail(
  key: string,
  id: string,
  file: { thumbnails: string; slideId: string | null },
): (Thumbnail & { key: string }) | null {
  const stored = thumbnailsOf(file).sort((a, b) => a.widthPx - b.widthPx);
  const asked = file.slideId !== null && slideThumbnails.find((kind) => key === thumbnailName(id, kind));
  const found =
    stored.find((thumbnail) => key === thumbnailName(id, thumbnail)) ??
    (asked && (stored.find(({ widthPx }) => widthPx >= asked.widthPx) ?? stored.at(-1)));
  return found ? { ...found, key: thumbnailName(id, found) } : null;
}
