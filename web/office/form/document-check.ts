/** Checks a chosen file before it is sent, and names its size. The server checks it again. */
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import { limits, megabytes } from '../../../contract/limits.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { fileSizeTexts } from '../../texts/office/file-size.ts';

export const pictureTypes = ['image/jpeg', 'image/png'];

/** The `accept` attribute of the file input. */
export const acceptedTypes = (allowPdf: boolean) =>
  [...pictureTypes, ...(allowPdf ? ['application/pdf'] : [])].join(',');

const signatures: Record<string, readonly number[]> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
};

/** Detects the type of a file by its content; null if the type is never accepted. Throws if the file cannot be read. */
export async function typeOf(file: Blob): Promise<string | null> {
  const first = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const match = Object.entries(signatures).find(([, bytes]) => bytes.every((byte, index) => first[index] === byte));
  return match?.[0] ?? null;
}

export function problemOf(file: Blob, type: string | null, allowPdf: boolean): ErrorCode | null {
  if (!type || !(pictureTypes.includes(type) || allowPdf)) return 'file_type';
  return file.size > limits.attachmentBytesMax ? 'attachment_too_large' : null;
}

/** The size of a file in words, with the units of the catalogue, since `Intl` writes them in Latin letters. */
export function fileSize(bytes: number, language: Language): string {
  const t = fileSizeTexts[language];
  const size = (value: number, maximumFractionDigits: number) =>
    formatNumber(value, language, { maximumFractionDigits });
  const large = megabytes(bytes);
  return large < 1
    ? t('kilobytes', { size: size(Math.max(1, bytes / 1024), 0) })
    : t('megabytes', { size: size(large, 1) });
}
