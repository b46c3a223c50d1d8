/** The texts of the applicant's copy in the office: documents, decisions, history, paper. */

import { openTexts, type Translate, useTextsOf } from '../texts.tsx';
import bn from './copy.bn.json';
import en from './copy.en.json';

export type CopyTexts = Translate<typeof en>;
const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
