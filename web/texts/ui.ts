/** What the parts of web/ui/ say, and every page that fails. */

import { openTexts, useTextsOf } from './texts.tsx';
import type en from './ui.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./ui.*.json', { eager: true, import: 'default' }));
export const useUiTexts = () => useTextsOf(texts);
