import { pathIn } from '../../contract/language.ts';
import { useTexts } from '../texts/site.ts';
import { Logo } from '../ui/logo.tsx';
import { useSettings } from '../ui/settings.ts';
import hidden from '../ui/visually-hidden.module.css';
import { ContactList } from './contact-list.tsx';
import { Licence } from './licence.tsx';
import styles from './site-footer.module.css';

export function SiteFooter() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  const links = [
    { href: pathIn(language, '/enquiry'), text: t('site.checkStatus') },
    { href: pathIn(language, '/about'), text: t('site.about') },
    { href: pathIn(language, '/fraud'), text: t('site.fraud') },
    { href: pathIn(language, '/terms'), text: t('site.terms') },
    { href: '/login', text: t('site.staffLogin') },
  ];
  return (
    <footer className={styles.footer} data-screen-only="">
      <div className={styles.columns}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <Logo />
            {brand?.name}
          </p>
          <p>{t('site.rights', { brand: brand?.name })}</p>
          <Licence />
        </div>
        <nav aria-labelledby="footer-pages">
          <h2 id="footer-pages">{t('site.pages')}</h2>
          <ul>
            {links.map(({ href, text }) => (
              <li key={href}>
                <a href={href} data-target="">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact">{t('site.contactTitle')}</h2>
          <ContactList />
        </section>
      </div>
      <a className={styles.top} data-target="" href="#top">
        <svg data-lines="" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 19V6M6 12l6-6 6 6" />
        </svg>
        <span className={hidden['with-script']}>{t('site.toTop')}</span>
      </a>
    </footer>
  );
}
