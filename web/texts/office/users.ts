/** The texts of the screens about the staff's accounts. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './users.bn.json';
import en from './users.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
