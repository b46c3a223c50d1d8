import type { FormField } from '../../contract/application-form.ts';
import { countryIn } from '../application/country-names.ts';
import { useFieldText } from '../texts/application.ts';
import { useLanguage } from '../texts/texts.tsx';

/** As in the office, but with countries in the reader's language. */
export function useApplicantFieldText(): (field: FormField, value: string) => string {
  const language = useLanguage();
  const fieldText = useFieldText();
  return (field, value) => {
    if (field === 'currentN') return countryIn(language, value, 'demonym');
    if (field === 'issuedCountry') return countryIn(language, value, 'name');
    return fieldText(field, value);
  };
}
