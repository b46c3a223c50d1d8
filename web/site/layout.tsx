/** The frame of the public pages. They carry no script, so every way through them is a plain link or form. */
import { type MiddlewareFunction, Outlet, useLocation } from 'react-router';
import { pageContext } from '../page.ts';
import { englishPath, languageCookie, languageOfCookie, languageOfPath, pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/texts.tsx';
import { useSettings } from '../ui/page-title.tsx';
import { ContactList } from './contact-list.tsx';
import styles from './layout.module.css';

// The office has no language in its paths; it opens in the one last read here.
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request, context }, next) => {
    const language = languageOfPath(new URL(request.url).pathname);
    const response = await next();
    // A picture or a file that led here by a redirect says nothing about the reader.
    const isReading = (request.headers.get('sec-fetch-dest') ?? 'document') === 'document';
    if (isReading && languageOfCookie(request.headers.get('cookie')) !== language) {
      const secure = context.get(pageContext).settings.publicUrl.startsWith('https:') ? '; Secure' : '';
      response.headers.append('set-cookie', languageCookie(language) + secure);
    }
    return response;
  },
];

export default function SiteLayout() {
  const { t, language } = useTexts();
  const settings = useSettings();
  const { pathname } = useLocation();
  const path = englishPath(pathname);
  const other = language === 'en' ? 'bn' : 'en';
  const to = (english: string) => pathIn(language, english);
  const current = (english: string) => (english === path ? 'page' : undefined);
  return (
    <>
      <link rel="alternate" hrefLang="en" href={settings?.publicUrl + path} />
      <link rel="alternate" hrefLang="bn" href={settings?.publicUrl + pathIn('bn', path)} />
      <link rel="alternate" hrefLang="x-default" href={settings?.publicUrl + path} />
      <a className={styles.skip} href="#main">
        {t('site.skip')}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.brand} href={to('/')}>
            {settings?.brand.name}
          </a>
          <nav aria-label={t('site.menu')}>
            <ul className={styles.links}>
              <li>
                <a href={to('/')} aria-current={current('/')}>
                  {t('site.home')}
                </a>
              </li>
              <li>
                <a href={to('/enquiry')} aria-current={current('/enquiry')}>
                  {t('site.enquiry')}
                </a>
              </li>
              <li>
                <a href="/login">{t('site.login')}</a>
              </li>
              <li>
                <a href={pathIn(other, path)} hrefLang={other} lang={other}>
                  {t('site.otherLanguage')}
                </a>
              </li>
            </ul>
          </nav>
        </div>
      </header>
      <main className="page" id="main">
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <div className={styles.foot}>
          <nav aria-label={t('site.footer')}>
            <ul className={styles.links}>
              <li>
                <a href={to('/terms')}>{t('site.terms')}</a>
              </li>
              <li>
                <a href={to('/about')}>{t('site.about')}</a>
              </li>
              <li>
                <a href={to('/enquiry')}>{t('site.checkStatus')}</a>
              </li>
              <li>
                <a href="/login">{t('site.staffLogin')}</a>
              </li>
            </ul>
          </nav>
          <ContactList />
          <p>{t('site.rights', { brand: settings?.brand.name })}</p>
        </div>
      </footer>
    </>
  );
}
