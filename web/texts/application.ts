/** The words of an application: its fields with their hints, choices, sections and statuses, the same for the public and the staff. */
import { type FormField, jobTitles, sexes } from '../../contract/application-form.ts';
import type en from './application.en.json';
import { openTexts, useTextsOf } from './texts.tsx';

const texts = openTexts<typeof en>(import.meta.glob('./application.*.json', { eager: true, import: 'default' }));
export const useApplicationTexts = () => useTextsOf(texts);

/** How a field is shown: what was chosen from a list in the reader's words, what is empty as a dash, all else as it was typed. */
export function useFieldText(): (field: FormField, value: string) => string {
  const { t } = useApplicationTexts();
  return (field, value) => {
    const sex = field === 'sex' && sexes.find((each) => each === value);
    if (sex) return t(`sex.${sex}`);
    const jobTitle = field === 'jobTitle' && jobTitles.find((each) => each === value);
    return jobTitle ? t(`jobTitle.${jobTitle}`) : value || '—';
  };
}
