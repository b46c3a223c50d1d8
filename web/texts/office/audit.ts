/** The texts of the audit log: every action, kind of record and field in words. */

import { openTexts, useTextsOf } from '../texts.tsx';
import bn from './audit.bn.json';
import en from './audit.en.json';

const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
