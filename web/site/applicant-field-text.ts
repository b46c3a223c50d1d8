import { type FieldOfKind, type FormField, isOfKind } from '../../contract/application-form.ts';
import { countryIn } from '../application/country-names.ts';
import { useFieldText } from '../texts/application.ts';
import { useLanguage } from '../texts/texts.tsx';

/** Whether a field says where somebody is from, or which country it is. */
const formOf: Record<FieldOfKind<'country'>, 'demonym' | 'name'> = { currentN: 'demonym', issuedCountry: 'name' };

/** As in the office, but with countries in the reader's language. */
export function useApplicantFieldText(): (field: FormField, value: string) => string {
  const language = useLanguage();
  const fieldText = useFieldText();
  return (field, value) =>
    isOfKind(field, 'country') ? countryIn(language, value, formOf[field]) : fieldText(field, value);
}
