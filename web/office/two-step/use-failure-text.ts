import { errorText } from '../../../contract/errors.ts';
import { useTexts } from '../../texts/office/two-step.ts';
import { CallFailed, NoAnswer } from '../calls/api.ts';

/** The words for a call that failed. */
export function useFailureText(): (error: unknown) => string {
  const { t, language } = useTexts();
  return (error) => {
    if (error instanceof NoAnswer) return t('noResponse');
    if (!(error instanceof CallFailed)) return t('failed');
    const [field] = Object.values(error.body.errorCodes ?? {});
    return errorText(field ?? error.body.code, language);
  };
}
