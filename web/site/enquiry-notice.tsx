/** Says why no application is shown, and what the visitor can do about it. */
import type { ReactNode } from 'react';
import { dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { dhakaTime, longDate } from '../texts/dates.ts';
import { useNumber } from '../texts/numbers.ts';
import { useTexts } from '../texts/site.ts';
import buttons from '../ui/button.module.css';
import { ContactList } from './contact-list.tsx';
import styles from './enquiry.module.css';

interface NoticeProps {
  id: string;
  title: string;
  children: ReactNode;
  /**
   * The failure for which the script shows the notice. Without one it is the result on this page and takes the focus.
   */
  trouble?: Trouble;
}

type Trouble = 'offline' | 'unanswered';

function Notice({ id, title, children, trouble }: NoticeProps) {
  return (
    <section
      className={styles.notice}
      role="alert"
      aria-labelledby={id}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: a page with an answer begins at the answer
      autoFocus={!trouble}
      hidden={trouble !== undefined}
      data-trouble={trouble}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** What a search that found nothing means for the next ones. */
export function useTryCounted(): string {
  const { t } = useTexts();
  const number = useNumber();
  const { enquiryMissesPerPassport: tries, enquiryWindowMinutes: minutes } = limits;
  return t('enquiry.tryCounted', { tries: number(tries), minutes: number(minutes) });
}

export function NoMatch({ title }: { title: string }) {
  const { t } = useTexts();
  return (
    <Notice id="no-match" title={title}>
      <h3>{t('enquiry.noMatchTitle')}</h3>
      <ol>
        <li>{t('enquiry.checkPassport')}</li>
        <li>{t('enquiry.checkBirthDate')}</li>
        <li>{t('enquiry.checkNationality')}</li>
      </ol>
      <p>
        <a className={buttons.secondary} href="#passport">
          {t('enquiry.noMatchEdit')}
        </a>
      </p>
      <p>{useTryCounted()}</p>
      <p>{t('enquiry.noMatchContact')}</p>
      <ContactList />
    </Notice>
  );
}

export function OverBudget({ until, minutes }: { until: string; minutes: number }) {
  const { t, language } = useTexts();
  const number = useNumber();
  const time = dhakaTime(new Date(until), language);
  return (
    <Notice id="over-budget" title={t('enquiry.overBudgetTitle')}>
      <p className={styles.strong}>{t('enquiry.overBudget', { count: minutes, number: number(minutes), time })}</p>
      <p>{t('enquiry.overBudgetNext')}</p>
      <p>
        {t('enquiry.overBudgetWhy', {
          misses: number(limits.enquiryMissesPerPassport),
          minutes: number(limits.enquiryWindowMinutes),
        })}
      </p>
      <ContactList />
    </Notice>
  );
}

/** The budget of a day or a month is spent. Nobody waits that long, so the contact of the office comes first. */
export function Blocked({ until }: { until: string }) {
  const { t, language } = useTexts();
  const number = useNumber();
  const moment = new Date(until);
  const values = { day: longDate(dhakaDay(moment), language), time: dhakaTime(moment, language) };
  return (
    <Notice id="blocked" title={t('enquiry.blockedTitle')}>
      <p className={styles.strong}>{t('enquiry.blocked', values)}</p>
      <p>{t('enquiry.blockedHelp')}</p>
      <ContactList />
      <p>
        {t('enquiry.blockedWhy', {
          day: number(limits.enquiryMissesPerPassportADay),
          month: number(limits.enquiryMissesPerPassportAMonth),
          days: number(limits.enquiryMissesKeptDays),
        })}
      </p>
    </Notice>
  );
}

/** The server answered, but could not search. */
export function SearchFailed({ cause }: { cause: string }) {
  const { t } = useTexts();
  return (
    <Notice id="failed" title={t('enquiry.failedTitle')}>
      <p className={styles.strong}>{cause}</p>
      <p>{t('enquiry.failedText')}</p>
      <TryAgain />
    </Notice>
  );
}

/**
 * There was no response. Only the script can detect that, so every page has these notices, hidden. If the browser was
 * not offline, the server may have received and counted the search.
 */
export function NoAnswer({ trouble }: { trouble: Trouble }) {
  const { t } = useTexts();
  return (
    <Notice id={trouble} title={t(`enquiry.${trouble}Title`)} trouble={trouble}>
      <p className={styles.strong}>{t(`enquiry.${trouble}Text`)}</p>
      <p>{t(`enquiry.${trouble}Next`)}</p>
      <TryAgain />
    </Notice>
  );
}

function TryAgain() {
  const { t } = useTexts();
  return (
    <>
      <p>
        <button className={buttons.primary} type="submit" form="enquiry">
          {t('enquiry.again')}
        </button>
      </p>
      <p>{t('enquiry.contact')}</p>
      <ContactList />
    </>
  );
}
