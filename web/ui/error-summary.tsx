import { useEffect, useRef } from 'react';
import { useUiTexts } from '../texts/ui.ts';
import styles from './error-summary.module.css';

/**
 * The errors of a form, shown above it; each links to its field. The summary takes the focus: through `autofocus`
 * without script, through the effect with it.
 */
export function ErrorSummary({ errors }: { errors: readonly { text: string; field?: string | undefined }[] }) {
  const { t } = useUiTexts();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new set of errors takes the focus again
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    // If the box is taller than the window, focusing it alone would scroll to its end.
    box.current?.scrollIntoView({ block: 'start' });
  }, [errors]);
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that comes back with errors begins at them
    <div ref={box} className={styles.summary} role="alert" aria-labelledby="error-summary" tabIndex={-1} autoFocus>
      <h2 id="error-summary">{t('form.problem')}</h2>
      <ul className={styles.errors} data-many={errors.length > 4 || undefined}>
        {errors.map(({ text, field }) => (
          <li key={field ?? text}>
            {field ? (
              <a href={`#${field}`} data-target="">
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
