/** The texts of an application, shared by site and office: hints of the fields, choices and sections. */
import { type FieldOfKind, type FormField, isOfKind, jobTitles, sexes } from '../../contract/application-form.ts';
import { choicesOf, emptyValue } from '../application/fields-and-documents.ts';
import type en from './application.en.json';
import { openTexts, type Translate, useTextsOf } from './texts.tsx';

const texts = openTexts<typeof en>(import.meta.glob('./application.*.json', { eager: true, import: 'default' }));
export const useApplicationTexts = () => useTextsOf(texts);

type Choice = FieldOfKind<'choice'>;

/** A choice in words; undefined for a value that is none. */
function choiceText(t: Translate<typeof en>, field: Choice, value: string): string | undefined {
  return choicesOf[field].includes(value) ? t(`${field}.${value}` as 'sex.Male') : undefined;
}

/** What the choices of a field are called in every language, with their values. */
const wordsOf = <Value extends string>(field: Choice, values: readonly Value[]) =>
  Object.values(texts).flatMap((t) => values.map((value) => [choiceText(t, field, value) ?? value, value] as const));

export const choiceWords = () => ({ sex: wordsOf('sex', sexes), jobTitle: wordsOf('jobTitle', jobTitles) });

/** Returns the text for a field's value: a choice in the reader's language, a dash if it is empty, otherwise as typed. */
export function useFieldText(): (field: FormField, value: string) => string {
  const { t } = useApplicationTexts();
  return (field, value) => (isOfKind(field, 'choice') && choiceText(t, field, value)) || value || emptyValue;
}
