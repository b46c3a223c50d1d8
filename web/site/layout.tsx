/** The frame of the public pages. All of it works without script. */
import siteScript from 'virtual:site-script';
import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router';
import type { Slide } from '../../contract/answers.ts';
import { defaultLanguagePath, pathIn } from '../../contract/language.ts';
import { pageContext } from '../page-context.ts';
import { useTexts } from '../texts/site.ts';
import { Logo } from '../ui/logo.tsx';
import { useSettings } from '../ui/settings.ts';
import { slideTexts } from '../ui/slide-texts.ts';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './layout.module.css';
import { PageHead } from './page-head.tsx';
import { SiteFooter } from './site-footer.tsx';

/** The published slides: the home page shows them, and some are links in the navigation of every page. */
export async function loader({ context }: LoaderFunctionArgs) {
  return { slides: await context.get(pageContext).publishedSlides() };
}

export default function SiteLayout() {
  const { t, language } = useTexts();
  const { slides } = useLoaderData<typeof loader>();
  const brand = useSettings()?.brand;
  const { pathname, search } = useLocation();
  const path = defaultLanguagePath(pathname);
  // The page that says how a copy ended needs the application that its URL names, in the other language, too.
  const query = path.startsWith('/view-one') ? search : '';
  return (
    <>
      <PageHead />
      <script type="module" src={siteScript} />
      <a className="skip" data-screen-only="" href="#main">
        {t('site.skip')}
      </a>
      <header className={styles.header} data-screen-only="">
        <div className={styles.bar}>
          <a className={styles.brand} data-target="" href={pathIn(language, '/')}>
            <Logo />
            <span>{brand?.name}</span>
          </a>
          <nav className={styles.wide} aria-label={t('site.menu')}>
            <MenuLinks slides={slides} />
          </nav>
          <LanguageSwitch path={path} query={query} />
          <details className={styles.menu} data-menu="">
            <summary>
              <svg data-lines="" className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
                <path className={styles.open} d="M2 5h20M2 12h20M2 19h20" />
                <path className={styles.close} d="M4 4l16 16M20 4L4 20" />
              </svg>
              <span className={styles.open}>{t('site.menuButton')}</span>
              <span className={styles.close}>{t('site.menuClose')}</span>
            </summary>
            <nav aria-label={t('site.menuButton')}>
              <MenuLinks slides={slides} />
            </nav>
          </details>
        </div>
      </header>
      <main className={styles.main} id="main">
        {path === '/' ? (
          <Outlet context={slides} />
        ) : (
          <div className="page">
            <Outlet />
          </div>
        )}
      </main>
      <SiteFooter />
    </>
  );
}

function MenuLinks({ slides }: { slides: Slide[] }) {
  const { t, language } = useTexts();
  const path = defaultLanguagePath(useLocation().pathname);
  const own = [
    { path: '/', text: t('site.home') },
    { path: '/enquiry', text: t('site.enquiry') },
    { path: '/about', text: t('site.menuAbout') },
    { path: '/fraud', text: t('site.menuFraud') },
  ];
  return (
    <ul className={styles.links}>
      {own.map((link) => (
        <li key={link.path}>
          <a href={pathIn(language, link.path)} data-target="" aria-current={link.path === path ? 'page' : undefined}>
            {link.text}
          </a>
        </li>
      ))}
      {slides
        .filter((slide) => slide.shownOnNavbar && slide.link)
        .map((slide) => ({ key: slide._id, ...slideTexts(slide, language) }))
        .map(({ key, title, link }) => (
          <li key={key}>
            <a className={styles.slide} data-target="" href={link ?? ''} lang={title.lang}>
              {title.content}
            </a>
          </li>
        ))}
      <li>
        <a href="/login" data-target="">
          {t('site.login')}
        </a>
      </li>
    </ul>
  );
}
