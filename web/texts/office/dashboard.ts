/** The texts of the dashboard. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './dashboard.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./dashboard.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
