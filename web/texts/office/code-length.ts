/** The texts about codes of the wrong length. They are not among those of the sign-in, which the list loads as well. */
import { openTexts } from '../texts.tsx';
import type en from './code-length.en.json';

export const codeLengthTexts = openTexts<typeof en>(
  import.meta.glob('./code-length.*.json', { eager: true, import: 'default' }),
);
