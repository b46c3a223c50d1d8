/** The texts of the panel for columns and rows. */
import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './list-display.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./list-display.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
