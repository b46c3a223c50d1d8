/** The texts of the date fields and their calendar. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './calendar.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./calendar.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
