/** The texts of an application, shared by site and office: fields with their hints, choices and sections. */
import { type FormField, jobTitles, sexes } from '../../contract/application-form.ts';
import type en from './application.en.json';
import { openTexts, useTextsOf } from './texts.tsx';

const texts = openTexts<typeof en>(import.meta.glob('./application.*.json', { eager: true, import: 'default' }));
export const useApplicationTexts = () => useTextsOf(texts);

/** What sex and job title are called in every language, with their values. */
export const choiceWords = () => ({
  sex: Object.values(texts).flatMap((t) => sexes.map((sex) => [t(`sex.${sex}`), sex] as const)),
  jobTitle: Object.values(texts).flatMap((t) => jobTitles.map((title) => [t(`jobTitle.${title}`), title] as const)),
});

/** Returns the text for a field's value: a choice in the reader's language, a dash if it is empty, otherwise as typed. */
export function useFieldText(): (field: FormField, value: string) => string {
  const { t } = useApplicationTexts();
  return (field, value) => {
    const sex = field === 'sex' && sexes.find((each) => each === value);
    if (sex) return t(`sex.${sex}`);
    const jobTitle = field === 'jobTitle' && jobTitles.find((each) => each === value);
    return jobTitle ? t(`jobTitle.${jobTitle}`) : value || '—';
  };
}
