/** The texts about who works on an application, and of notes. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './work.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./work.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
