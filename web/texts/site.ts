/** The texts of the public pages. */

import bn from './bn.json';
import en from './en.json';
import { openTexts, type Translate, useTextsOf } from './texts.tsx';

export type SiteTexts = Translate<typeof en>;
const texts = openTexts({ en, bn });
export const useTexts = () => useTextsOf(texts);
