/** The texts of the public pages. */

import type en from './en.json';
import { openTexts, type Translate, useTextsOf } from './texts.tsx';

export type SiteTexts = Translate<typeof en>;
const texts = openTexts<typeof en>(import.meta.glob('./??.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
