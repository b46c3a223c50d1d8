/** The super admin's profile, and before there is one, the form that creates him with the set-up code. */
import { type FormEvent, useState } from 'react';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { pageContext } from '../page.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { TextField } from '../ui/field.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { api, NoAnswer } from './api.ts';
import { useHydrated } from './hydrated.ts';
import styles from './layout.module.css';
import { loginPath, startScreen } from './next-path.ts';
import { signedInUser } from './session.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = context.get(pageContext);
  const setup = await page.api.call('setup');
  if (!setup.ok) throw data(setup.error.code, setup.status);
  if (setup.data.needed) return { isSetup: true, email: setup.data.email, name: '' };
  const user = await signedInUser(page);
  if (!user) throw redirect(loginPath(request.url));
  if (user.role !== 'super-admin') throw redirect(startScreen);
  return { isSetup: false, email: user.email, name: user.name };
}

const fields = ['name', 'email', 'password', 'confirmPassword', 'setupCode'] as const;
type Field = (typeof fields)[number];
type Problems = Partial<Record<Field | 'form', string>>;

export default function Profile() {
  const { t, language } = useTexts();
  const { isSetup, email, name } = useLoaderData<typeof loader>();
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problems, setProblems] = useState<Problems | null>(null);

  /** What is wrong, or null after it has been saved. */
  const save = async (form: FormData): Promise<Problems | null> => {
    const text = (field: string) => String(form.get(field) ?? '');
    try {
      const result = await api.call('profile', {
        json: { name: text('name'), email, password: text('password'), confirmPassword: text('confirmPassword') },
        headers: isSetup ? { 'X-Setup-Code': text('setupCode').trim() } : {},
        signal: AbortSignal.timeout(limits.loginTimeoutMs),
      });
      if (result.ok) return null;
      const { code, errorCodes = {} } = result.error;
      if (code === 'invalid_setup_code') return { setupCode: errorText(code, language) };
      const found = fields.flatMap((field) => {
        const at: ErrorCode | undefined = errorCodes[field];
        return at ? [[field, errorText(at, language)]] : [];
      });
      return found.length ? Object.fromEntries(found) : { form: errorText(code, language) };
    } catch (error) {
      const reason = error instanceof NoAnswer && error.isTimeout ? t('profile.timedOut') : t('profile.unreachable');
      return { form: t('profile.aborted', { message: reason }) };
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setBusy(true);
    setDone(false);
    const found = await save(new FormData(form));
    setBusy(false);
    setProblems(found);
    if (found) return;
    setDone(true);
    for (const input of form.querySelectorAll<HTMLInputElement>('input[type=password]')) input.value = '';
  };

  const title = isSetup ? t('profile.setupTitle') : t('profile.title');
  const errorOf = (field: Field) => (problems?.[field] ? { text: problems[field] } : undefined);
  if (isSetup && isDone) {
    return (
      <div className={styles.form}>
        <PageTitle text={title} />
        <h1>{title}</h1>
        <p className={styles.notice} role="status">
          {t('profile.created')}
        </p>
        <a className={buttons.primary} href="/login">
          {t('profile.toLogin')}
        </a>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <PageTitle text={problems ? t('form.errorTitle', { title }) : title} />
      {problems && <ErrorSummary errors={summaryOf(problems)} />}
      {isDone && (
        <p className={styles.notice} role="status">
          {t('profile.saved')}
        </p>
      )}
      <h1>{title}</h1>
      <p>{isSetup ? t('profile.setupLead') : t('profile.lead')}</p>
      {!isHydrated && <p>{t('office.loading')}</p>}
      {isHydrated && (
        <form method="post" noValidate onSubmit={submit}>
          {isSetup && (
            <TextField
              name="setupCode"
              label={t('profile.setupCode')}
              hint={t('profile.setupCodeHint')}
              error={errorOf('setupCode')}
              autoComplete="one-time-code"
              spellCheck={false}
            />
          )}
          <TextField
            name="name"
            label={t('profile.name')}
            error={errorOf('name')}
            defaultValue={name}
            autoComplete="name"
          />
          <TextField
            name="email"
            type="email"
            label={t('profile.email')}
            hint={t('profile.emailHint')}
            error={errorOf('email')}
            value={email}
            autoComplete="username"
            disabled
          />
          <TextField
            name="password"
            type="password"
            label={t('profile.password')}
            hint={t('profile.passwordHint')}
            error={errorOf('password')}
            autoComplete="new-password"
          />
          <TextField
            name="confirmPassword"
            type="password"
            label={t('profile.confirmPassword')}
            error={errorOf('confirmPassword')}
            autoComplete="new-password"
          />
          <button className={buttons.primary} type="submit" aria-disabled={isBusy}>
            {isBusy ? t('profile.busy') : t('profile.submit')}
          </button>
        </form>
      )}
    </div>
  );
}

function summaryOf(problems: Problems) {
  return Object.entries(problems).map(([field, text]) => ({ text, field: field === 'form' ? undefined : field }));
}
