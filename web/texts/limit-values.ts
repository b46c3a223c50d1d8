/** What a text of the catalogues may name as `{{name, number}}`: every limit, and some in the unit of the text. */
import { limits, megabytes } from '../../contract/limits.ts';

export const limitValues = {
  ...limits,
  quickTimeoutSeconds: limits.quickTimeoutMs / 1000,
  attachmentMebibytes: megabytes(limits.attachmentBytesMax),
  slideImageMebibytes: megabytes(limits.slideImageBytesMax),
};
