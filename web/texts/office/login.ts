/** The texts of the sign-in. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './login.bn.json';
import en from './login.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
