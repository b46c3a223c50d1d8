import { useLanguage } from '../texts/texts.tsx';
import { Logo } from '../ui/logo.tsx';
import { useSettings } from '../ui/page-title.tsx';
import styles from './letterhead.module.css';

interface LetterheadProps {
  heading: string;
  printedOn: string;
  /** Of the record: two copies are told apart by it. */
  number?: string;
}

/** The head of a copy on paper: whose it is, how to reach them, when it was printed. The screen does not show it. */
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
