import { type FormEvent, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { errorText } from '../../../contract/errors.ts';
import { homePath, pathIn } from '../../../contract/language.ts';
import { useTexts } from '../../texts/office/login.ts';
import buttons from '../../ui/button.module.css';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSettings } from '../../ui/settings.ts';
import { removeAllDrafts } from '../draft/draft-store.ts';
import { focusFirstField } from '../form/first-field.ts';
import { useHydrated } from '../frame/hydrated.ts';
import { LanguageSwitch } from '../frame/language-switch.tsx';
import { codeProblem } from '../two-step/code-length.ts';
import styles from './login.module.css';
import { SecondStep, type SecondStepState } from './login-second-step.tsx';
import { knowsPasskeys } from './passkey.ts';
import { type SignInOutcome, signIn, signInByPasskey } from './sign-in.ts';
import { nextPath } from './sign-in-paths.ts';
import { userContext } from './signed-in-user.ts';

export function loader({ request, context }: LoaderFunctionArgs) {
  if (context.get(userContext)) throw redirect(nextPath(request.url));
  return null;
}

type Field = 'email' | 'password' | 'code';

export default function Login() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  // Each attempt makes a new array, since the summary takes the focus when its errors change.
  const [problems, setProblems] = useState<readonly { text: string; field?: Field }[]>([]);
  /** The correct credentials while the second step is open. */
  const [step, setStep] = useState<SecondStepState | null>(null);

  // A session may have ended while no tab was open.
  useEffect(removeAllDrafts, []);
  // The form is rendered after hydration, and again for a user who comes back from the second step.
  const isFormShown = isHydrated && !step;
  useEffect(() => {
    if (isFormShown) focusFirstField('email');
  }, [isFormShown]);
  const attempt = async (send: () => Promise<SignInOutcome>, onOutcome: (outcome: SignInOutcome) => void) => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await send();
    if (!outcome.problem && !outcome.methods) return window.location.assign(nextPath(window.location.href));
    setBusy(false);
    onOutcome(outcome);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email') ?? '').trim();
    const password = String(form.get('password') ?? '');
    if (!email || !password) {
      return setProblems([{ text: errorText('all_fields_required', language), field: email ? 'password' : 'email' }]);
    }
    void attempt(
      () => signIn({ email, password }, { t, language }),
      ({ problem, isRefused, methods }) => {
        setProblems(problem ? [{ text: problem, ...(isRefused && { field: 'email' }) }] : []);
        setStep(methods ? { email, password, methods } : null);
      },
    );
  };
  const sendCode = (code: string) => {
    if (!step) return;
    if (!code) return setProblems([{ text: errorText('code_required', language), field: 'code' }]);
    const wrongLength = codeProblem(code, language);
    if (wrongLength) return setProblems([{ text: wrongLength, field: 'code' }]);
    void attempt(
      () => signIn({ ...step, code }, { t, language }),
      // The password was correct before, so the code is wrong, whatever the error names.
      ({ problem, isRefused, methods }) =>
        setProblems([
          methods || isRefused || !problem
            ? { text: errorText('wrong_code', language), field: 'code' }
            : { text: problem },
        ]),
    );
  };
  const byPasskey = () =>
    void attempt(
      () => signInByPasskey({ t, language }),
      ({ problem = '' }) => setProblems([{ text: problem }]),
    );
  const back = () => {
    setProblems([]);
    setStep(null);
  };
  const errorOf = (field: Field) => problems.find((problem) => problem.field === field);
  const passkeyButton = knowsPasskeys() && (
    <button className={buttons.secondary} type="button" aria-disabled={isBusy} onClick={byPasskey}>
      {t('passkey')}
    </button>
  );

  return (
    <main className={styles.split}>
      <PageTitle text={t('title')} isError={problems.length > 0} />
      <section className={styles.side}>
        <div className="spread">
          <a className={styles.brand} data-target="" href={homePath(language)}>
            <Logo />
            {brand?.name}
          </a>
          <LanguageSwitch />
        </div>
        <div className={styles.form}>
          <h1>{brand?.name}</h1>
          {!step && <p className={styles.lead}>{t('lead', { brand: brand?.name })}</p>}
          {!step && params.has('next') && <p className={styles.why}>{t('why')}</p>}
          {problems.length > 0 && <ErrorSummary errors={problems} />}
          {step ? (
            <SecondStep
              methods={step.methods}
              isBusy={isBusy}
              error={errorOf('code')}
              onCode={sendCode}
              onOtherKind={() => setProblems([])}
              onBack={back}
              passkey={passkeyButton}
            />
          ) : isHydrated ? (
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
              {passkeyButton}
            </form>
          ) : (
            <>
              <p className={styles.loading}>{t('loading')}</p>
              <noscript>
                <p>{t('needsScript')}</p>
              </noscript>
            </>
          )}
          {!step && (
            <p className={styles.applicants}>
              {t('applicants')}{' '}
              <a href={pathIn(language, '/enquiry')} data-target="">
                {t('applicantsLink')}
              </a>
            </p>
          )}
        </div>
      </section>
      <div className={styles.picture} />
    </main>
  );
}
