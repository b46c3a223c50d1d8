/** The texts of the profile and of the set-up. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './profile.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./profile.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
