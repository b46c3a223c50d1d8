import { useTexts } from '../../../texts/office/application-form.ts';
import styles from './filling-notices.module.css';

/** The lines of a pasted text that fill no field, so that nothing of it is lost from sight. */
export function Unrecognised({ lines }: { lines: readonly string[] }) {
  const { t } = useTexts();
  if (lines.length === 0) return null;
  return (
    <section className={styles.rest} aria-label={t('pasting.rest')}>
      <p>{t('pasting.rest')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{lines.join('\n')}</pre>
    </section>
  );
}
