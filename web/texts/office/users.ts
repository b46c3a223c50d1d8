/** The texts of the screens about the staff's accounts. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './users.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./users.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
