import { useLanguage } from '../texts/texts.tsx';
import { Logo } from '../ui/logo.tsx';
import { useSettings } from '../ui/settings.ts';
import styles from './letterhead.module.css';

interface LetterheadProps {
  heading: string;
  printedOn: string;
  /** A short number of the record, to tell two copies apart. */
  number?: string;
}

/** The head of a printed copy: the consultancy, its contact and the date of the print. The screen does not show it. */
export function Letterhead({ heading, printedOn, number }: LetterheadProps) {
  const language = useLanguage();
  const settings = useSettings();
  const brand = settings?.brand;
  return (
    <div className={styles.letterhead}>
      <p className={styles.brand}>
        <Logo />
        {brand?.name}
      </p>
      <p className={styles.kind}>
        <strong>{heading}</strong>
        {number && <>{number} · </>}
        {printedOn}
      </p>
      <p className={styles.contact}>
        {[settings?.publicUrl, brand?.contactPhone, brand?.contactEmail, brand?.contactAddress?.[language]]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}
