/** The words of an application: its fields, sections and statuses, the same for the public and the staff. */
import bn from './application.bn.json';
import en from './application.en.json';
import { openTexts, useTextsOf } from './texts.tsx';

const texts = openTexts({ en, bn });
export const useApplicationTexts = () => useTextsOf(texts);
