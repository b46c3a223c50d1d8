import { useTexts } from '../../../texts/office/application-form.ts';
import styles from './prefill-notices.module.css';

/** Shows the lines of a pasted text that fill no field. */
export function Unrecognised({ lines }: { lines: readonly string[] }) {
  const { t } = useTexts();
  if (lines.length === 0) return null;
  return (
    <section className={styles.unrecognised} aria-label={t('pasting.rest')}>
      <p>{t('pasting.rest')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{lines.join('\n')}</pre>
    </section>
  );
}
