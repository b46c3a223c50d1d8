import type { GrantedApplication } from '../../contract/application.ts';
import { addDays, dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { useTexts } from '../texts/texts.tsx';

/** What a status means, what happens next and by when, and what the applicant has to do. */
export function StatusMeaning({ application }: { application: GrantedApplication }) {
  const { t, language } = useTexts();
  const { isStatus, pending: collect, createdAt } = application;
  const received = dhakaDay(new Date(createdAt));
  const day = (date: string) => longDate(date, language);
  return (
    <>
      {isStatus === 'Pending' && (
        <p>
          {t('copy.meaningPending', {
            from: day(addDays(received, limits.processingWeeksMin * 7)),
            to: day(addDays(received, limits.processingWeeksMax * 7)),
          })}
        </p>
      )}
      {isStatus === 'Approved' && (
        <p>{collect ? t('copy.meaningApproved', { collect: day(collect) }) : t('copy.meaningApprovedNoDate')}</p>
      )}
      {isStatus === 'Rejected' && <p>{t('copy.meaningRejected')}</p>}
      <p>{t(`copy.do${isStatus}`)}</p>
    </>
  );
}

/** A calendar date in words, read and written in UTC so that it stays the same day. */
function longDate(date: string, language: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language === 'bn' ? 'bn-BD' : 'en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}
