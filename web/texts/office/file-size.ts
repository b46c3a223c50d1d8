/** The units of a file's size in the reader's language, since `Intl` writes them in Latin letters. */
import { openTexts } from '../texts.tsx';
import type en from './file-size.en.json';

export const fileSizeTexts = openTexts<typeof en>(
  import.meta.glob('./file-size.*.json', { eager: true, import: 'default' }),
);
