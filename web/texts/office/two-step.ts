/** The texts of two-step sign-in. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './two-step.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./two-step.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
