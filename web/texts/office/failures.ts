/** The texts about calls that failed, for every screen of the office. */

import { openTexts } from '../texts.tsx';
import type en from './failures.en.json';

export const failureTexts = openTexts<typeof en>(
  import.meta.glob('./failures.*.json', { eager: true, import: 'default' }),
);
