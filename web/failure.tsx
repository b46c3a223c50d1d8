/** The page shown instead of one that failed. */
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { errorText, isErrorCode } from '../contract/errors.ts';
import { homePath } from '../contract/language.ts';
import { useUiTexts } from './texts/ui.ts';
import { PageTitle } from './ui/page-title.tsx';

export function Failure() {
  const { t, language } = useUiTexts();
  const error = useRouteError();
  const code: unknown = isRouteErrorResponse(error) ? error.data : null;
  return (
    <main className="page">
      <PageTitle text={t('failure.title')} />
      <h1>{t('failure.title')}</h1>
      <p>{isErrorCode(code) && code !== 'internal_error' ? errorText(code, language) : t('failure.text')}</p>
      <p>
        <a href={homePath(language)}>{t('failure.home')}</a>
      </p>
    </main>
  );
}
