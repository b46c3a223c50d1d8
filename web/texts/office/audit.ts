/** The texts of the audit log: every action, kind of record and field in words. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './audit.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./audit.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
