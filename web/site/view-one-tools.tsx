/** How long the copy stays open, what can be done with it, a way to close it. */
import type { ReactNode } from 'react';
import { limits } from '../../contract/limits.ts';
import { pathIn } from '../texts/language.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { dhakaTime } from './calendar-date.tsx';
import styles from './view-one-tools.module.css';

/** On every page that shows a part of the copy; `children` are the buttons of that page. */
export function ViewOneTools({ expiresAt, children }: { expiresAt: string; children: ReactNode }) {
  const { t, language } = useTexts();
  const left = (number: string) => t('copy.minutesLeft', { number });
  const count = (number: number) => number.toLocaleString(language);
  return (
    <section className={styles.tools} aria-label={t('copy.tools')}>
      <p className={styles.until}>
        {t('copy.openUntil', { time: dhakaTime(new Date(expiresAt), language) })}{' '}
        <strong className={styles.later} data-minutes-left={left('#')}>
          {left(count(limits.grantMinutes))}
        </strong>
      </p>
      <p
        className={styles.soon}
        role="status"
        data-closes-soon={t('copy.closesSoon', { minutes: count(limits.grantWarningMinutes) })}
        data-minutes={limits.grantWarningMinutes}
      />
      <div className={styles.buttons}>
        {children}
        <CloseButton />
      </div>
    </section>
  );
}

/** The script's own: without it the menu of the browser prints. */
export function PrintButton() {
  const { t } = useTexts();
  return (
    <button className={`${buttons.primary} ${styles.later}`} type="button" data-print={t('copy.printBusy')}>
      {t('copy.print')}
    </button>
  );
}

/** Below it, where a reader ends. */
export function ViewOneEnd() {
  const { t } = useTexts();
  return (
    <section className={styles.end} aria-labelledby="done">
      <h2 id="done">{t('copy.doneTitle')}</h2>
      <p data-print-menu="">{t('copy.printMenu')}</p>
      <p>{t('copy.closeWhy')}</p>
      <CloseButton />
    </section>
  );
}

function CloseButton() {
  const { t, language } = useTexts();
  return (
    <form method="post" action={pathIn(language, '/view-one')} data-close="">
      <button className={buttons.secondary} type="submit">
        {t('copy.close')}
      </button>
    </form>
  );
}
