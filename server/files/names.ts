/** How a stored file and its thumbnails are called: `{id}.{extension}` and `{id}-{width}.webp`. */
import { limits } from '../../contract/limits.ts';

/** What a row remembers of each thumbnail, as JSON. */
export interface Thumbnail {
  widthPx: number;
  sizeBytes: number;
  sha256: string;
}

export function thumbnailName(id: string, widthPx: number): string {
  return `${id}-${widthPx}.webp`;
}

export function idOf(name: string): string {
  return name.slice(0, limits.idLength);
}
