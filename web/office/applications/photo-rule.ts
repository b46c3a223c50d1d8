/** What a photo must be, looked at before it is sent; the server looks again. */
import type { ErrorCode } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

export interface PhotoRule {
  bytesMax: number;
  tooLarge: ErrorCode;
}

export const photoOnAdd: PhotoRule = { bytesMax: limits.photoBytesMax, tooLarge: 'photo_too_large' };
export const photoOnEdit: PhotoRule = { bytesMax: limits.photoOnEditBytesMax, tooLarge: 'photo_too_large_on_edit' };

const jpegStart = [0xff, 0xd8, 0xff];
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** By the first bytes: a name or a type that the system made up says nothing. Null when nothing is wrong. */
export async function problemOf(file: Blob, { bytesMax, tooLarge }: PhotoRule): Promise<ErrorCode | null> {
  const head = new Uint8Array(await file.slice(0, pngStart.length).arrayBuffer());
  const startsWith = (start: readonly number[]) => start.every((byte, at) => head[at] === byte);
  if (!startsWith(jpegStart) && !startsWith(pngStart)) return 'file_type';
  return file.size > bytesMax ? tooLarge : null;
}
