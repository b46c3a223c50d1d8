/** The texts of the list of applications. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './applications.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./applications.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
