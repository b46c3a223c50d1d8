/** The URLs of files. The stored name has the type, so a page can choose between an image and a frame by it. */
const prefix = '/api/files/';

export const fileExtensions = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;
export type FileExtension = keyof typeof fileExtensions;

/** `name` is `{id}.{extension}`. */
export function fileUrl(name: string): string {
  return prefix + name;
}

export function isPdf(url: string): boolean {
  return url.endsWith('.pdf');
}

export type ThumbnailFormat = 'webp' | 'avif';

/** The URL of a stored thumbnail, `{id}-{width}.{format}`. Slides have both formats, other pictures WebP, PDFs none. */
export function thumbnailUrl(url: string, widthPx: number, format: ThumbnailFormat = 'webp'): string {
  return url.replace(/\.[a-z]+$/, `-${widthPx}.${format}`);
}
