import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/copy.ts';

/** A date of a record within a sentence, in words. */
export function useDateOrNotSet(): (date: string | null) => string {
  const { t, language } = useTexts();
  return (date) => (date ? longDate(date, language) : t('notSet'));
}
