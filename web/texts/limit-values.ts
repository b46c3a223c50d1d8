/** What a text of the catalogues may name as `{{name, number}}`: every limit, and some in the unit of the text. */
import { limits } from '../../contract/limits.ts';

const mebibyte = 1024 * 1024;

export const limitValues = {
  ...limits,
  quickTimeoutSeconds: limits.quickTimeoutMs / 1000,
  attachmentMebibytes: limits.attachmentBytesMax / mebibyte,
  slideImageMebibytes: limits.slideImageBytesMax / mebibyte,
};
