/** The frame of the office. Its pages need script; their language is a cookie. */
import { Outlet } from 'react-router';
import { languageCookie } from '../../contract/language.ts';
import type { Handle } from '../root.tsx';
import { homePath } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import { useSettings } from '../ui/page-title.tsx';
import styles from './layout.module.css';

export const handle: Handle = { scripts: true };

export default function OfficeLayout() {
  const { t, language } = useTexts();
  const settings = useSettings();
  const other = language === 'en' ? 'bn' : 'en';
  const changeLanguage = () => {
    const secure = settings?.publicUrl.startsWith('https:') ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = languageCookie(other) + secure;
    window.location.reload();
  };
  return (
    <>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <a className={styles.brand} href={homePath(language)}>
          {settings?.brand.name}
        </a>
        <button className={styles.language} type="button" lang={other} onClick={changeLanguage}>
          {t('site.otherLanguage')}
        </button>
      </header>
      <main className="page">
        <noscript>
          <p>{t('office.needsScript')}</p>
        </noscript>
        <Outlet />
      </main>
    </>
  );
}
