/** What each status says: its adjective, the answer to the applicant, the words of the decision that gives it. */
import type en from './status.en.json';
import { openTexts, type Translate, useTextsOf } from './texts.tsx';

export type StatusTexts = Translate<typeof en>;
const texts = openTexts<typeof en>(import.meta.glob('./status.*.json', { eager: true, import: 'default' }));
export const useStatusTexts = () => useTextsOf(texts);
