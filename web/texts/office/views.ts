/** The texts of the saved views of the list. */
import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './views.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./views.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
