/** The texts of the dashboard. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './dashboard.bn.json';
import en from './dashboard.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
