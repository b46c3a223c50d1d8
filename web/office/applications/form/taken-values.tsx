/** Reports a passport or e-mail that another application has as soon as the field is left, not only on saving. */
import { Link } from 'react-router';
import { formFields, type UniqueField } from '../../../../contract/application-form.ts';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { call } from '../../calls/api.ts';
import type { ContractForm } from '../../form/contract-form.tsx';
import { recordPath } from '../application-queries.ts';
import type { ApplicationValues } from './application-values.ts';

/** Asks the server about the value of a field. A failure is ignored, since saving checks the value again. */
export function useTakenCheck({ form }: ContractForm<ApplicationValues>, except: string | undefined) {
  const { t, language } = useTexts();
  return async (name: UniqueField): Promise<void> => {
    const value = form.getValues()[name];
    if (value.trim() === '') return;
    const result = await call('takenValues', { json: { [name]: value, except } }).catch(() => null);
    const id = result?.ok ? result.data[name] : null;
    // The text may have been changed meanwhile.
    if (!id || form.getValues()[name] !== value) return;
    form.setFieldError(
      name,
      <>
        {errorText(formFields[name].takenCode, language)}{' '}
        <Link to={recordPath(id)} target="_blank">
          {t('openTaken')}
        </Link>
      </>,
    );
  };
}
