/** The line above a printed list, with its filters, its order and the day. */
import { dhakaDay } from '../../../../contract/dates.ts';
import { shortDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import styles from './list.module.css';
import { type ListState, sortingOf } from './list-state.ts';
import { useFilterWords } from './list-words.ts';

export function PrintLine({ state }: { state: ListState }) {
  const { t, language } = useTexts();
  const { t: word } = useStatusTexts();
  const { status } = state;
  const { sort, order } = sortingOf(state);
  const filters = useFilterWords(state).map(({ words }) => words);
  const parts = [...(status ? [word(`${status}.word`)] : []), ...filters, t(`sorting.${sort}-${order}`)];
  return (
    <p className={styles.onPaper}>
      {parts.join(' · ')} · {t('printed', { day: shortDate(dhakaDay(new Date()), language) })}
    </p>
  );
}
