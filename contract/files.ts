/** The files that are received and stored: their types, their names and their URLs. */
import { endpoints } from './endpoints.ts';
import { idPattern } from './id.ts';

interface FileTypeRow {
  /** Of the stored file. A page chooses by it between an image and a frame. */
  extension: string;
  /** Whether bytes of this type begin like that, written as one character for each byte. */
  hasSignature: (head: string) => boolean;
}

/** The name of a file and its declared type are ignored: the content alone decides. */
const fileTypes = {
  'image/jpeg': { extension: 'jpg', hasSignature: (head) => head.startsWith('\xff\xd8\xff') },
  // A PNG is its signature and then always a header chunk of 13 bytes (ISO/IEC 15948, 5.2 and 11.2.2).
  'image/png': { extension: 'png', hasSignature: (head) => head.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR') },
  'application/pdf': { extension: 'pdf', hasSignature: (head) => /^%PDF-[12]\.\d/.test(head) },
} as const satisfies Record<string, FileTypeRow>;
export type FileType = keyof typeof fileTypes;
const fileTypeNames = Object.keys(fileTypes) as FileType[];

export const pictureTypes: readonly FileType[] = ['image/jpeg', 'image/png'];

export function acceptedTypes(allowPdf = false): readonly FileType[] {
  return allowPdf ? fileTypeNames : pictureTypes;
}

/** How many bytes from the start of a file are enough. */
export const headBytes = 16;

/** Null if files of the type are never accepted. */
export function typeOfContent(head: Uint8Array): FileType | null {
  const start = String.fromCharCode(...head.subarray(0, headBytes));
  return fileTypeNames.find((type) => fileTypes[type].hasSignature(start)) ?? null;
}

export function extensionOf(type: FileType): string {
  return fileTypes[type].extension;
}

/** The URL of a stored file, from its name `{id}.{extension}`. */
export function fileUrl(name: string): string {
  return endpoints.file.path.replace('{name}', name);
}

/** Matches the URL of a stored file of one of the types, and of no thumbnail. */
export function fileUrlPattern(types: readonly FileType[]): RegExp {
  return new RegExp(`^${fileUrl(idPattern)}\\.(${types.map(extensionOf).join('|')})$`);
}

/** Slides have thumbnails in both formats, other pictures in WebP, PDFs none. */
export const thumbnailTypes = { webp: 'image/webp', avif: 'image/avif' } as const;
export type ThumbnailFormat = keyof typeof thumbnailTypes;

export interface ThumbnailKind {
  widthPx: number;
  format: ThumbnailFormat;
}

export function thumbnailName(id: string, { widthPx, format }: ThumbnailKind): string {
  return `${id}-${widthPx}.${format}`;
}

/** The URL of a thumbnail, from that of its file. */
export function thumbnailUrl(url: string, widthPx: number, format: ThumbnailFormat = 'webp'): string {
  return thumbnailName(url.replace(/\.[a-z]+$/, ''), { widthPx, format });
}
