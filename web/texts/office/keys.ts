/** The texts of the keys and of the dialogue that finds everything. */
import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './keys.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./keys.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
