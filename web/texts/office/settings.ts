/** The texts of one's own settings. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './settings.bn.json';
import en from './settings.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
