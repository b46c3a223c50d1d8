/** What stands at a password that somebody chooses. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './password.bn.json';
import en from './password.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
