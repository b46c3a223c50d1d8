/** Tells on leaving the passport or the e-mail that another record has it, so that nobody fills in a form for nothing. */
import { Link } from 'react-router';
import { errorText } from '../../../../contract/errors.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { call } from '../../calls/api.ts';
import type { ContractForm } from '../../form/contract-form.tsx';
import { copyPath } from '../application-queries.ts';
import type { ApplicationValues } from './application-values.ts';

const codes = { passport: 'passport_exists', email: 'email_exists' } as const;
type Asked = keyof typeof codes;
export const askedFields = Object.keys(codes) as Asked[];
export const isAsked = (name: string): name is Asked => Object.hasOwn(codes, name);

/** Asks the server about the value of a field; saving checks it again, so no answer is no problem. */
export function useTaken({ form }: ContractForm<ApplicationValues>, except: string | undefined) {
  const { t, language } = useTexts();
  return async (name: Asked): Promise<void> => {
    const value = form.getValues()[name];
    if (value.trim() === '') return;
    const result = await call('takenValues', { json: { [name]: value, except } }).catch(() => null);
    const id = result?.ok ? result.data[name] : null;
    // The answer is about a text that may have been changed meanwhile.
    if (!id || form.getValues()[name] !== value) return;
    form.setFieldError(
      name,
      <>
        {errorText(codes[name], language)}{' '}
        <Link to={copyPath(id)} target="_blank">
          {t('openTaken')}
        </Link>
      </>,
    );
  };
}
