import { type FieldOfKind, type FormField, isOfKind } from '../../contract/application-form.ts';
import { countryIn } from '../application/country-names.ts';
import { useFieldText } from '../texts/application.ts';
import { useLanguage } from '../texts/texts.tsx';

/** A nationality is shown as a demonym, a country by its name. */
const countryWordOf: Record<FieldOfKind<'country'>, 'demonym' | 'name'> = {
  currentN: 'demonym',
  issuedCountry: 'name',
};

/** The text of a field as in the office, but with countries in the reader's language. */
export function useApplicantFieldText(): (field: FormField, value: string) => string {
  const language = useLanguage();
  const fieldText = useFieldText();
  return (field, value) =>
    isOfKind(field, 'country') ? countryIn(language, value, countryWordOf[field]) : fieldText(field, value);
}
