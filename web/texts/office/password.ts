/** The texts of the input for a new password. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './password.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./password.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
