import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { errorText } from '../../../contract/errors.ts';
import { homePath, pathIn } from '../../../contract/language.ts';
import { useTexts } from '../../texts/office/login.ts';
import buttons from '../../ui/button.module.css';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageTitle, useSettings } from '../../ui/page-title.tsx';
import { useHydrated } from '../frame/hydrated.ts';
import { LanguageSwitch } from '../frame/language-switch.tsx';
import styles from './login.module.css';
import { nextPath } from './next-path.ts';
import { signIn } from './sign-in.ts';
import { userContext } from './signed-in-user.ts';

export function loader({ request, context }: LoaderFunctionArgs) {
  if (context.get(userContext)) throw redirect(nextPath(request.url));
  return null;
}

export default function Login() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  const isHydrated = useHydrated();
  const [asked] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  // Each attempt makes a new array, since the summary takes the focus when its errors change.
  const [problems, setProblems] = useState<readonly { text: string; field: 'email' | 'password' }[]>([]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email') ?? '').trim();
    const password = String(form.get('password') ?? '');
    if (!email || !password) {
      return setProblems([{ text: errorText('all_fields_required', language), field: email ? 'password' : 'email' }]);
    }
    setBusy(true);
    const text = await signIn(email, password, t, language);
    if (text === null) return window.location.assign(nextPath(window.location.href));
    setBusy(false);
    setProblems([{ text, field: 'email' }]);
  };
  const errorOf = (field: 'email' | 'password') => problems.find((problem) => problem.field === field);

  return (
    <main className={styles.split}>
      <PageTitle text={t('title')} isError={problems.length > 0} />
      <section className={styles.side}>
        <div className={styles.bar}>
          <a className={styles.brand} href={homePath(language)}>
            <Logo />
            {brand?.name}
          </a>
          <LanguageSwitch />
        </div>
        <div className={styles.form}>
          <h1>{brand?.name}</h1>
          <p className={styles.lead}>{t('lead', { brand: brand?.name })}</p>
          {asked.has('next') && <p className={styles.why}>{t('why')}</p>}
          {problems.length > 0 && <ErrorSummary errors={problems} />}
          {isHydrated ? (
            <form method="post" noValidate onSubmit={submit}>
              <TextField
                name="email"
                type="email"
                label={t('email')}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                error={errorOf('email')}
              />
              <TextField
                name="password"
                type={isShown ? 'text' : 'password'}
                label={t('password')}
                autoComplete="current-password"
                autoCapitalize="none"
                spellCheck={false}
                error={errorOf('password')}
              />
              <label className={styles.show}>
                <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
                {t('showPassword')}
              </label>
              <button className={buttons.primary} type="submit" aria-disabled={isBusy}>
                {isBusy ? t('busy') : t('submit')}
              </button>
            </form>
          ) : (
            <>
              <p>{t('loading')}</p>
              <noscript>
                <p>{t('needsScript')}</p>
              </noscript>
            </>
          )}
          <p className={styles.applicants}>
            {t('applicants')} <a href={pathIn(language, '/enquiry')}>{t('applicantsLink')}</a>
          </p>
        </div>
      </section>
      <div className={styles.picture} />
    </main>
  );
}
