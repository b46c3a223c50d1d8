/** The texts of the two forms of an application. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './application-form.bn.json';
import en from './application-form.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
