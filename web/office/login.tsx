import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { pageContext } from '../page.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { TextField } from '../ui/field.tsx';
import { PageTitle, useSettings } from '../ui/page-title.tsx';
import { api, NoAnswer } from './api.ts';
import { useHydrated } from './hydrated.ts';
import styles from './layout.module.css';
import { nextPath } from './next-path.ts';
import { signedInUser } from './session.ts';
import { keepToken } from './stored-token.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await signedInUser(context.get(pageContext))) throw redirect(nextPath(request.url));
  return null;
}

export default function Login() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; field?: string } | null>(null);

  /** The text to show, or null after a sign-in. */
  const signIn = async (email: string, password: string) => {
    try {
      const signal = AbortSignal.timeout(limits.loginTimeoutMs);
      const result = await api.call('login', { json: { email, password }, signal });
      if (!result.ok) {
        return result.status === 401 ? errorText('invalid_credentials', language) : t('login.failed');
      }
      if (!result.data?.token) return t('login.noToken');
      keepToken(result.data.token);
      return null;
    } catch (error) {
      return error instanceof NoAnswer ? t('login.noResponse') : t('login.setupError');
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email') ?? '').trim();
    const password = String(form.get('password') ?? '');
    if (!email || !password) {
      return setProblem({ text: errorText('all_fields_required', language), field: email ? 'password' : 'email' });
    }
    setBusy(true);
    const text = await signIn(email, password);
    if (text === null) return window.location.assign(nextPath(window.location.href));
    setBusy(false);
    setProblem({ text, field: 'email' });
  };

  const title = t('login.title');
  return (
    <div className={styles.form}>
      <PageTitle text={problem ? t('form.errorTitle', { title }) : title} />
      {problem && <ErrorSummary errors={[problem]} key={problem.text} />}
      <h1>{brand?.name}</h1>
      <p>{t('login.lead', { brand: brand?.name })}</p>
      {!isHydrated && <p>{t('office.loading')}</p>}
      {isHydrated && (
        <form method="post" noValidate onSubmit={submit}>
          <TextField name="email" type="email" label={t('login.email')} autoComplete="username" spellCheck={false} />
          <TextField name="password" type="password" label={t('login.password')} autoComplete="current-password" />
          <button className={buttons.primary} type="submit" aria-disabled={isBusy}>
            {isBusy ? t('login.busy') : t('login.submit')}
          </button>
        </form>
      )}
    </div>
  );
}
