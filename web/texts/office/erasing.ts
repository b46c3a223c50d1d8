/** The texts of erasing an application for good, and of holding one. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './erasing.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./erasing.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
