/** The texts of the list of applications. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './applications.bn.json';
import en from './applications.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
