/** The texts of the frame around every screen of the office. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './frame.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./frame.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
