/** Why there is no answer, as a part of a sentence. */

import { openTexts } from '../texts.tsx';
import type en from './no-answer.en.json';

export const noAnswerTexts = openTexts<typeof en>(
  import.meta.glob('./no-answer.*.json', { eager: true, import: 'default' }),
);
