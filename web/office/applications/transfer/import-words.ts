/** Words of imports that several parts of the screens use. */
import type { FormField } from '../../../../contract/application-form.ts';
import { spreadsheetHeadings } from '../../../../contract/spreadsheet.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/import.ts';

const letters = 26;

/** The letters above a column in a spreadsheet, from A. */
export function columnLetters(position: number): string {
  const last = String.fromCharCode(65 + (position % letters));
  return position < letters ? last : columnLetters(Math.floor(position / letters) - 1) + last;
}

export function useImportWords() {
  const { t, language } = useTexts();
  return {
    t,
    language,
    number: (value: number) => value.toLocaleString(language),
    field: (name: FormField) => spreadsheetHeadings[name][language],
    day: (at: string) => timeInWords(at, language, { dateStyle: 'medium' }),
    time: (at: string) => timeInWords(at, language, { dateStyle: 'medium', timeStyle: 'short' }),
    list: (words: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words),
  };
}
