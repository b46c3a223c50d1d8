/** Checks a photo before it is sent; the server checks it again. */
import type { ErrorCode } from '../../../contract/errors.ts';
import { pictureTypes } from '../../../contract/files.ts';
import { limits } from '../../../contract/limits.ts';
import { detectFileType } from './document-check.ts';

export interface PhotoRule {
  bytesMax: number;
  tooLarge: ErrorCode;
}

export const photoOnAdd: PhotoRule = { bytesMax: limits.photoBytesMax, tooLarge: 'photo_too_large' };
export const photoOnEdit: PhotoRule = { bytesMax: limits.photoOnEditBytesMax, tooLarge: 'photo_too_large_on_edit' };

/** Returns null if the photo is acceptable. */
export async function photoProblem(file: Blob, { bytesMax, tooLarge }: PhotoRule): Promise<ErrorCode | null> {
  const type = await detectFileType(file);
  if (!type || !pictureTypes.includes(type)) return 'file_type';
  return file.size > bytesMax ? tooLarge : null;
}
