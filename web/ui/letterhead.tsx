import { useLanguage } from '../texts/texts.tsx';
import styles from './letterhead.module.css';
import { Logo } from './logo.tsx';
import { useSettings } from './page-title.tsx';

/** The head of a copy on paper: whose it is, how to reach them, when it was printed. The screen does not show it. */
export function Letterhead({ heading, printedOn }: { heading: string; printedOn: string }) {
  const language = useLanguage();
  const brand = useSettings()?.brand;
  return (
    <div className={styles.letterhead}>
      <p className={styles.brand}>
        <Logo />
        {brand?.name}
      </p>
      <p className={styles.kind}>
        <strong>{heading}</strong>
        {printedOn}
      </p>
      <p className={styles.contact}>
        {[brand?.contactPhone, brand?.contactEmail, brand?.contactAddress?.[language]].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}
