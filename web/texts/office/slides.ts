/** The texts of the screens of slides. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './slides.bn.json';
import en from './slides.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
