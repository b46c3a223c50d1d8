/** The texts of the frame around every screen of the office. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './frame.bn.json';
import en from './frame.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
