/** Shows that an application is held: as a word in a list, and with the reason on the record. */
import type { Application, Hold } from '../../../../contract/answers.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/erasing.ts';
import { TbLock } from '../../frame/icons.tsx';
import notice from '../../frame/notice.module.css';
import styles from './erasing.module.css';

export type Holdable = Application & { hold: Hold | null };

/** For a list, which has room for one word. */
export function HoldMark({ application: { hold } }: { application: Holdable }) {
  const { t } = useTexts();
  return (
    hold && (
      <span className={styles.mark} title={t('hold.because', { reason: hold.reason })}>
        <TbLock size={14} strokeWidth={2} aria-hidden /> {t('hold.mark')}
      </span>
    )
  );
}

/** For the copy: since when, by whom and why. */
export function HoldNotice({ application: { hold } }: { application: Holdable }) {
  const { t, language } = useTexts();
  if (!hold) return null;
  const since = timeInWords(hold.at, language);
  return (
    <section className={notice.across} data-screen-only="" aria-labelledby="hold">
      <TbLock size={24} strokeWidth={1.75} aria-hidden />
      <div>
        <h3 id="hold">{hold.by ? t('hold.since', { since, name: hold.by }) : t('hold.sinceUnknown', { since })}</h3>
        <p>{t('hold.because', { reason: hold.reason })}</p>
        <p>{t('hold.means')}</p>
      </div>
    </section>
  );
}
