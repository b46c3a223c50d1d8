/** What a text may name as `{{name, number}}`: every limit, and some in the unit of the text. */
import { limits, megabytes } from './limits.ts';

export const limitValues = {
  ...limits,
  quickTimeoutSeconds: limits.quickTimeoutMs / 1000,
  photoMebibytes: megabytes(limits.photoBytesMax),
  photoOnEditMebibytes: megabytes(limits.photoOnEditBytesMax),
  attachmentMebibytes: megabytes(limits.attachmentBytesMax),
  slideImageMebibytes: megabytes(limits.slideImageBytesMax),
  importMebibytes: megabytes(limits.importBytesMax),
  pictureMegapixels: limits.picturePixelsMax / 1_000_000,
};
