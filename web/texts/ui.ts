/** What the parts of web/ui/ say, and every page that fails. */

import { openTexts, useTextsOf } from './texts.tsx';
import bn from './ui.bn.json';
import en from './ui.en.json';

const texts = openTexts({ en, bn });
export const useUiTexts = () => useTextsOf(texts);
