/** The texts of the applicant's copy in the office: documents, decisions, history, paper. */

import { openTexts, useTextsOf } from '../texts.tsx';
import type en from './copy.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./copy.*.json', { eager: true, import: 'default' }));
export const useTexts = () => useTextsOf(texts);
