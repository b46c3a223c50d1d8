/** The texts of the two forms of an application. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './application-form.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./application-form.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
