/** The media types of stored files, and the thumbnails that they have. */
import { extname } from 'node:path';
import { acceptedTypes, extensionOf, type ThumbnailKind, thumbnailName, thumbnailTypes } from '../../contract/files.ts';
import { idPattern } from '../../contract/id.ts';
import { limits } from '../../contract/limits.ts';

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ...acceptedTypes(true).map((type): [string, string] => [extensionOf(type), type]),
  ...Object.entries(thumbnailTypes),
]);

/** Of a stored file or a thumbnail. */
export function mediaTypeOf(name: string): string {
  return mediaTypes.get(extname(name).slice(1)) ?? 'application/octet-stream';
}

/** A thumbnail as the row of its file describes it, in JSON. */
export interface Thumbnail extends ThumbnailKind {
  sizeBytes: number;
  sha256: string;
}

const inWebp = (widthsPx: readonly number[]): ThumbnailKind[] =>
  widthsPx.map((widthPx) => ({ widthPx, format: 'webp' }));

export const photoThumbnails: readonly ThumbnailKind[] = inWebp(limits.photoThumbnailWidths);
export const attachmentThumbnails: readonly ThumbnailKind[] = inWebp(limits.attachmentThumbnailWidths);
/** In two formats: AVIF is smaller, and browsers that cannot show it use WebP. */
export const slideThumbnails: readonly ThumbnailKind[] = limits.slideThumbnailWidths.flatMap((widthPx) => [
  { widthPx, format: 'avif' },
  { widthPx, format: 'webp' },
]);

export function thumbnailsOf(row: { thumbnails: string }): Thumbnail[] {
  const stored = JSON.parse(row.thumbnails) as (Omit<Thumbnail, 'format'> & Partial<Thumbnail>)[];
  // In rows of releases before AVIF, no format is named.
  return stored.map((thumbnail) => ({ ...thumbnail, format: thumbnail.format ?? 'webp' }));
}

export interface StoredObject {
  key: string;
  sha256: string;
}

/** The objects in the storage that belong to a row: the file and its thumbnails. */
export function storedObjectsOf(row: { id: string; name: string; sha256: string; thumbnails: string }): StoredObject[] {
  const thumbnails = thumbnailsOf(row).map((one) => ({ key: thumbnailName(row.id, one), sha256: one.sha256 }));
  return [{ key: row.name, sha256: row.sha256 }, ...thumbnails];
}

const nameWithId = new RegExp(`^(${idPattern})(?:-\\d+)?\\.[a-z]+$`);

/** The id in a requested name of a file or of its thumbnail; undefined if it is no such name. */
export function idInFileName(name: string): string | undefined {
  return nameWithId.exec(name)?.[1];
}

/** The id in the name of a stored file. */
export function idOf(name: string): string {
  return name.slice(0, limits.idLength);
}
