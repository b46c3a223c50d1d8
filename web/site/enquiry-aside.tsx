/** Beside the form: what the check shows, how long a decision takes, and what happens to the typed data. */
import { limits } from '../../contract/limits.ts';
import { formatNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import sheet from '../ui/card.module.css';
import { ContactList } from './contact-list.tsx';
import styles from './enquiry-aside.module.css';

/** Paths of icons, 24 by 24. */
const signs = {
  see: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  long: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  privacy: 'M6 11h12v10H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 15v2.5',
  help: 'M4 5h16v11H10l-4.5 4V16H4zM8.5 10.5h7',
} as const;

export function EnquiryAside() {
  const { t, language } = useTexts();
  const minutes = formatNumber(limits.grantMinutes, language);
  return (
    <aside className={`${sheet.card} ${styles.aside}`} data-screen-only="" aria-labelledby="good-to-know">
      <Dawn />
      <div className={styles.body}>
        <h2 id="good-to-know">{t('enquiry.asideTitle')}</h2>
        {(['see', 'long', 'privacy', 'help'] as const).map((topic) => (
          <section className={styles.topic} key={topic}>
            <svg data-lines="" viewBox="0 0 24 24" aria-hidden="true">
              <path d={signs[topic]} />
            </svg>
            <h3>{t(`enquiry.${topic}Title`)}</h3>
            <p>{t(`enquiry.${topic}Text`, { minutes })}</p>
            {topic === 'help' && <ContactList />}
          </section>
        ))}
      </div>
    </aside>
  );
}

/** A decorative picture: dawn over a river with hills behind it. */
function Dawn() {
  return (
    <svg className={styles.dawn} viewBox="0 0 400 96" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <linearGradient id="dawn-sky" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="#f7b27a" />
        <stop offset="0.6" stopColor="#fbd9b5" />
        <stop offset="1" stopColor="#ffe2a8" />
      </linearGradient>
      <path fill="url(#dawn-sky)" d="M0 0h400v96H0z" />
      <circle cx="292" cy="54" r="17" fill="#fff3d6" />
      <path fill="#e98b78" opacity="0.55" d="M0 62c46-18 82-22 124-8s84-20 128-12 96 22 148 2v52H0z" />
      <path fill="#1f7a78" opacity="0.75" d="M0 74c58-16 104-10 150-2s98-12 142-8 74 10 108 2v30H0z" />
      <path fill="#0f4a4f" d="M0 84c70-10 120-6 190-2s140-8 210-2v16H0z" />
      <path fill="#0b2530" d="M86 80c12 5 32 5 44 0l-4 6H92zM107 80V58l14 20z" />
    </svg>
  );
}
