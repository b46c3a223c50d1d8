import { useEffect, useRef } from 'react';
import { useUiTexts } from '../texts/ui.ts';
import styles from './error-summary.module.css';

/**
 * Everything that is wrong with a form, above it, each line leading to its field. It
 * takes the focus: by the attribute where there is no script, by the effect where there is.
 */
export function ErrorSummary({ errors }: { errors: readonly { text: string; field?: string | undefined }[] }) {
  const { t } = useUiTexts();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new set of errors takes the focus again
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    // Of a box higher than the window, the focus alone would bring the end into sight.
    box.current?.scrollIntoView({ block: 'start' });
  }, [errors]);
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that comes back with errors begins at them
    <div ref={box} className={styles.summary} role="alert" aria-labelledby="error-summary" tabIndex={-1} autoFocus>
      <h2 id="error-summary">{t('form.problem')}</h2>
      <ul data-many={errors.length > 4 || undefined}>
        {errors.map(({ text, field }) => (
          <li key={text}>{field ? <a href={`#${field}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  );
}
