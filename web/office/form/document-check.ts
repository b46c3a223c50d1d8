/** Checks a chosen file before it is sent, and names its size. The server checks it again. */
import type { ErrorCode } from '../../../contract/errors.ts';
import { acceptedTypes, type FileType, headBytes, typeOfContent } from '../../../contract/files.ts';
import type { Language } from '../../../contract/language.ts';
import { limits, megabytes } from '../../../contract/limits.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { fileSizeTexts } from '../../texts/office/file-size.ts';

/** Throws if the file cannot be read. */
export async function detectFileType(file: Blob): Promise<FileType | null> {
  return typeOfContent(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
}

export function documentProblem(file: Blob, type: FileType | null, allowPdf: boolean): ErrorCode | null {
  if (!type || !acceptedTypes(allowPdf).includes(type)) return 'file_type';
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
