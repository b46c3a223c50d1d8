/** The filters of the list in words, where one is shown and where the audit log names those of an export. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './filters.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./filters.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
