/** The remaining time of the copy, its actions, and a button to close it. */
import type { ReactNode } from 'react';
import { limits } from '../../contract/limits.ts';
import { dhakaTime } from '../texts/dates.ts';
import { formatNumber, useNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { copyPath, withId } from './document-path.ts';
import type { OpenCopy } from './open-copy.ts';
import styles from './view-one-tools.module.css';

/** The style sheet knows these numbers of minutes, and adds up those that it is given. */
const powersOfTwo = [1, 2, 4, 8, 16] as const;

/** The fragment of the URL at which the copy is shown after its time was extended. */
export const clockId = 'open-until';

interface ViewOneToolsProps {
  copy: Pick<OpenCopy, 'id' | 'expiresAt' | 'secondsLeft' | 'canExtend'>;
  /** The document that the page shows, to return to it after an action. */
  document?: string;
  children: ReactNode;
}

/** The open copy, and the notice that the script shows in its place while closing it gets no response. */
export function CopyFrame({ copy, children }: Omit<ViewOneToolsProps, 'document'>) {
  const { t, language } = useTexts();
  return (
    <>
      <div data-copy={copy.secondsLeft} data-copy-query={withId('', copy.id)}>
        {children}
      </div>
      <section
        className={styles.end}
        role="alert"
        aria-labelledby="hidden-copy"
        tabIndex={-1}
        hidden
        data-hidden-copy=""
      >
        {/* The title of the page while the copy with its own title is hidden. */}
        <h2 id="hidden-copy" aria-level={1}>
          {t('copy.hiddenTitle')}
        </h2>
        <p>{t('copy.hiddenText')}</p>
        <p>{t('copy.hiddenUntil', { time: dhakaTime(new Date(copy.expiresAt), language) })}</p>
        <CloseButton id={copy.id} isAgain />
      </section>
    </>
  );
}

/** The tools of every page that shows a part of the copy. */
export function ViewOneTools({ copy, document, children }: ViewOneToolsProps) {
  const { t, language } = useTexts();
  const { id, expiresAt, secondsLeft, canExtend } = copy;
  const left = (number: string) => t('copy.minutesLeft', { number });
  const number = useNumber();
  const isSoon = secondsLeft <= limits.grantWarningMinutes * 60;
  // Rounded up, so that the warning is never shown earlier than it says.
  const minutesToWarning = Math.ceil(secondsLeft / 60) - limits.grantWarningMinutes;
  const soon = t(canExtend ? 'copy.closesSoon' : 'copy.closesForGood', { minutes: number(limits.grantWarningMinutes) });
  return (
    <section className={`spread ${styles.tools}`} data-screen-only="" aria-label={t('copy.tools')}>
      <div className={`row ${styles.time} ${styles.clock}`}>
        <p id={clockId} tabIndex={-1} data-clock="">
          {t('copy.openUntil', { time: dhakaTime(new Date(expiresAt), language) })}{' '}
          <strong className={styles.later} data-minutes-left={left('#')}>
            {left(number(Math.ceil(secondsLeft / 60)))}
          </strong>{' '}
          {!canExtend && <span className={styles.extended}>{t('copy.extended')}</span>}
        </p>
        {canExtend && <MoreTime id={id} document={document} />}
      </div>
      <div className={`row ${styles.soon}`} data-soon={isSoon ? 'shown' : ''}>
        <p role="status" data-closes-soon={soon} data-minutes={limits.grantWarningMinutes}>
          {isSoon && soon}
        </p>
        {canExtend && <MoreTime id={id} document={document} />}
      </div>
      {!isSoon && (
        <noscript>
          <div
            className={`row ${styles.soon}`}
            data-soon="shown"
            data-wait={powersOfTwo.filter((power) => minutesToWarning & power).join(' ')}
          >
            <p>{soon}</p>
            {canExtend && <MoreTime id={id} document={document} />}
          </div>
        </noscript>
      )}
      <div className={`row ${styles.buttons}`}>
        {children}
        <CloseButton id={id} />
      </div>
    </section>
  );
}

/** The button to extend the time, which is possible once for each copy. */
function MoreTime({ id, document }: { id: string; document: string | undefined }) {
  const { t, language } = useTexts();
  return (
    <form
      className={`row ${styles.time}`}
      method="post"
      action={copyPath(language, id)}
      data-more={clockId}
      data-timeout-ms={limits.listTimeoutMs}
    >
      <input type="hidden" name="more" value="1" />
      {document && <input type="hidden" name="document" value={document} />}
      <button className={styles.more} type="submit">
        {t('copy.more', { minutes: formatNumber(limits.grantMinutes, language) })}
      </button>
      <p role="alert" data-no-answer={t('copy.moreNoAnswer')} />
    </form>
  );
}

/** The print button needs script; without script the browser's menu prints. The checkbox works by CSS in both cases. */
export function PrintButtons({ hasDocuments }: { hasDocuments: boolean }) {
  const { t } = useTexts();
  return (
    <>
      <label className={styles.choice} hidden={!hasDocuments}>
        <input type="checkbox" data-documents="" defaultChecked aria-describedby="print-documents" />
        {t('copy.printDocuments')}
      </label>
      <p className={styles.hint} id="print-documents">
        {hasDocuments && `${t('copy.printDocumentsHint')} `}
        <span data-print-menu="">{t('copy.printMenu')}</span>
      </p>
      <button
        className={`${buttons.primary} ${styles.later}`}
        type="button"
        data-print={t('copy.printBusy')}
        data-timeout-ms={limits.scansTimeoutMs}
      >
        {t('copy.print')}
      </button>
      <div
        className={`row ${styles.notLoaded}`}
        role="alert"
        tabIndex={-1}
        hidden
        data-not-loaded={t('copy.notLoaded')}
      >
        <p />
        <button className={buttons.secondary} type="button">
          {t('copy.printAgain')}
        </button>
        <button className={buttons.secondary} type="button">
          {t('copy.printWithout')}
        </button>
      </div>
    </>
  );
}

/** The end of the copy, with another button to close it. */
export function ViewOneEnd({ id }: { id: string }) {
  const { t } = useTexts();
  return (
    <section className={styles.end} data-screen-only="" aria-labelledby="done">
      <h2 id="done">{t('copy.doneTitle')}</h2>
      <p>{t('copy.closeWhy')}</p>
      <CloseButton id={id} />
    </section>
  );
}

function CloseButton({ id, isAgain = false }: { id: string; isAgain?: boolean }) {
  const { t, language } = useTexts();
  return (
    <form method="post" action={copyPath(language, id)} data-close="" data-timeout-ms={limits.listTimeoutMs}>
      <button className={isAgain ? buttons.primary : buttons.secondary} type="submit">
        {t(isAgain ? 'copy.hiddenAgain' : 'copy.close')}
      </button>
    </form>
  );
}
