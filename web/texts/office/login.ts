/** The texts of the sign-in. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './login.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./login.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
