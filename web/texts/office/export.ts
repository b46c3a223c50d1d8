/** The texts of downloading the list. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './export.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./export.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
