/** What every screen of the office shows until it is built. */
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { User } from '../../contract/user.ts';
import { pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import buttons from '../ui/button.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { api } from './api.ts';
import styles from './layout.module.css';
import { dropToken } from './stored-token.ts';

export default function SignedIn() {
  const { t, language } = useTexts();
  const user = useRouteLoaderData<User>('office/guard');
  const [problem, setProblem] = useState('');
  const logout = async () => {
    const result = await api.call('logout').catch(() => null);
    if (!result?.ok) return setProblem(t('office.logoutFailed'));
    dropToken();
    window.location.assign('/');
  };
  const role = user?.role === 'super-admin' ? t('signedIn.roleSuper') : t('signedIn.roleAdmin');
  return (
    <>
      <PageTitle text={t('signedIn.title')} />
      <h1>{t('signedIn.title')}</h1>
      <p>{t('signedIn.text', { name: user?.name, role })}</p>
      <p>{t('signedIn.next')}</p>
      <ul>
        {user?.role === 'super-admin' && (
          <li>
            <a href="/profile">{t('signedIn.profile')}</a>
          </li>
        )}
        <li>
          <a href={pathIn(language, '/enquiry')}>{t('signedIn.enquiry')}</a>
        </li>
      </ul>
      {problem && <p role="alert">{problem}</p>}
      <p className={styles.actions}>
        <button className={buttons.secondary} type="button" onClick={logout}>
          {t('office.logout')}
        </button>
      </p>
    </>
  );
}
