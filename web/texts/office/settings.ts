/** The texts of the user's own settings. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './settings.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./settings.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
