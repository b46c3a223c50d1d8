/** The texts of what is done with several applications that were selected in the list. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './list-selection.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./list-selection.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
