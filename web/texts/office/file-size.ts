/** The size of a file, in the units of the reader's language, which `Intl` writes in Latin letters. */
import type { Language } from '../../../contract/language.ts';
import { formatNumber } from '../numbers.ts';
import { openTexts } from '../texts.tsx';
import type en from './file-size.en.json';

const texts = openTexts<typeof en>(import.meta.glob('./file-size.*.json', { eager: true, import: 'default' }));

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export function fileSize(bytes: number, language: Language): string {
  const t = texts[language];
  if (bytes < mebibyte) {
    return t('kilobytes', {
      size: formatNumber(Math.max(1, bytes / kibibyte), language, { maximumFractionDigits: 0 }),
    });
  }
  return t('megabytes', { size: formatNumber(bytes / mebibyte, language, { maximumFractionDigits: 1 }) });
}
