/** Texts, numbers and dates for the screens of imports. */
import type { FormField } from '../../../../contract/application-form.ts';
import type { ImportState } from '../../../../contract/import.ts';
import { spreadsheetHeadings } from '../../../../contract/spreadsheet.ts';
import type { ListedImport } from '../../../../contract/transfer-answers.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/import.ts';

/** The counts of the outcome of a step, by the state in which it ends. */
export const outcomeCounts = {
  checked: ['fit', 'refused'],
  imported: ['imported', 'refused'],
  undone: ['takenBack', 'kept', 'lost'],
} as const satisfies Partial<Record<ImportState, readonly (keyof ListedImport)[]>>;
export type OutcomeCount = (typeof outcomeCounts)[keyof typeof outcomeCounts][number];

/** A count of an import. Of the imported applications, those that no undo has handled, since one may have ended early. */
export function countOf(run: ListedImport, name: 'rows' | OutcomeCount): number {
  return name === 'imported' ? run.imported - run.takenBack - run.kept : run[name];
}

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
    number: useNumber(),
    field: (name: FormField) => spreadsheetHeadings[name][language],
    day: (at: string) => timeInWords(at, language, { dateStyle: 'medium' }),
    time: (at: string) => timeInWords(at, language, { dateStyle: 'medium', timeStyle: 'short' }),
    list: (words: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words),
  };
}
