/** Shown if no copy is open: how the last copy ended, or how to open one. */
import { pathIn } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { formatNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import sheet from '../ui/card.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import styles from './no-copy.module.css';
import type { NoCopyReason } from './open-copy.ts';
import copy from './view-one.module.css';

const endings = {
  closed: { title: 'copy.noneClosedTitle', text: 'copy.noneClosed' },
  time: { title: 'copy.noneTimeUpTitle', text: 'copy.noneTimeUp' },
  replaced: { title: 'copy.noneReplacedTitle', text: 'copy.noneReplaced' },
} as const satisfies Record<NonNullable<NoCopyReason>, { title: string; text: string }>;

export function NoCopy({ ended }: { ended: NoCopyReason }) {
  const { t, language } = useTexts();
  const minutes = formatNumber(limits.grantMinutes, language);
  // The other tabs learn that no copy is open any more.
  const isClosed = ended !== null && ended !== 'replaced';
  return (
    <section className={`row ${sheet.card} ${styles.card}`} data-closed={isClosed ? '' : undefined}>
      <PageTitle text={t('copy.title')} />
      <Picture isEnded={ended !== null} />
      <div>
        <h1>{t(ended ? endings[ended].title : 'copy.noneTitle')}</h1>
        {ended ? (
          <>
            <p className={copy.why}>{t(endings[ended].text)}</p>
            <p>{t('copy.noneAgain')}</p>
          </>
        ) : (
          <>
            <p className={copy.why}>{t('copy.none')}</p>
            <p>{t('copy.noneText', { minutes })}</p>
          </>
        )}
        <p className={styles.way}>
          <a className={buttons.primary} href={pathIn(language, '/enquiry')}>
            {t('copy.noneButton')}
          </a>
        </p>
      </div>
    </section>
  );
}

/** A sheet of paper: with a tick if a copy has ended, otherwise with a magnifying glass. */
function Picture({ isEnded }: { isEnded: boolean }) {
  return (
    <svg data-lines="" className={styles.picture} viewBox="0 0 96 96" aria-hidden="true">
      <path d="M22 10h34l16 16v32M72 86H22V10M56 10v16h16M33 40h28M33 52h20M33 64h12" />
      {isEnded ? <path d="M52 74l9 9 19-21" /> : <path d="M74 80l12 12M66 84a14 14 0 1 1 0-28 14 14 0 0 1 0 28z" />}
    </svg>
  );
}
