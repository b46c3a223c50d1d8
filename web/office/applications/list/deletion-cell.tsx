/** The cell of a deleted application: when and by whom it was deleted, and for how long it can be restored. */
import type { ListedApplication } from '../../../../contract/answers.ts';
import { addDays, daysBetween, dhakaDay } from '../../../../contract/dates.ts';
import { limits } from '../../../../contract/limits.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import styles from './list-row.module.css';

const soonDays = 3;

export function DeletionCell({ application: { deletedAt, deletedBy, hold } }: { application: ListedApplication }) {
  const { t } = useTexts();
  const number = useNumber();
  if (!deletedAt) return null;
  const date = dhakaDay(new Date(deletedAt));
  const count = daysBetween(dhakaDay(new Date()), addDays(date, limits.restoreDays));
  return (
    <>
      <time dateTime={date}>{date}</time> {/* A held application stays until it is released. */}
      {!hold && (
        <span className={count > soonDays ? styles.left : styles.late}>
          {count > 0 ? t('daysLeft', { count, number: number(count) }) : t('lastDay')}
        </span>
      )}
      {deletedBy && <span className={styles.by}> {t('deletedBy', { name: deletedBy })}</span>}
    </>
  );
}
