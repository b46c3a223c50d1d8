/** The URLs of files. They end with the type, so a page can choose between an image and a frame by it. */
export function isPdf(url: string): boolean {
  return url.endsWith('.pdf');
}

export type ThumbnailFormat = 'webp' | 'avif';

/** The URL of a stored thumbnail, `{id}-{width}.{format}`. Slides have both formats, other pictures WebP, PDFs none. */
export function thumbnailUrl(url: string, widthPx: number, format: ThumbnailFormat = 'webp'): string {
  return url.replace(/\.[a-z]+$/, `-${widthPx}.${format}`);
}
