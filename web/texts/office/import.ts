/** The texts of importing a spreadsheet. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './import.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./import.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
