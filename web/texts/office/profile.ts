/** The texts of the profile and of the set-up. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './profile.bn.json';
import en from './profile.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
