/** The texts of `web/ui/` and of the error page. */

import { openTexts, useTextsOf } from './texts.tsx';
import type en from './ui.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./ui.*.json', { eager: true, import: 'default' }));
export const useUiTexts = () => useTextsOf(texts);
