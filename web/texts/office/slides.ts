/** The texts of the screens of slides. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './slides.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./slides.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
