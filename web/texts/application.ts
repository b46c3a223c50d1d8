/** The words of an application: its fields, sections and statuses, the same for the public and the staff. */
import bn from './application.bn.json';
import en from './application.en.json';
import { openTexts, useTextsOf } from './texts.tsx';

const texts = openTexts({ en, bn });
export const useApplicationTexts = () => useTextsOf(texts);

/** The sex in the reader's language; what is neither of ours stays as it is stored. */
export function useSexText(): (sex: string) => string {
  const { t } = useApplicationTexts();
  return (sex) => (sex === 'Male' || sex === 'Female' ? t(`sex.${sex}`) : sex);
}
