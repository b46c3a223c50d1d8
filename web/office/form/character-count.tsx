import { codePointLength, plainText } from '../../../contract/text.ts';
import { useNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/frame.ts';
import tone from '../frame/text.module.css';
import styles from './character-count.module.css';

/** Counts characters as the server does. Screen readers announce it only above the limit. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const { t } = useTexts();
  const length = codePointLength(plainText(text, max));
  const number = useNumber();
  const excess = length - max;
  const isOver = excess > 0;
  return (
    <p className={`${tone.note} ${styles.count}`} data-over={isOver || undefined}>
      <span aria-hidden={isOver}>{t('characters', { number: number(length), max: number(max) })}</span>
      <span role="status">{isOver && ` – ${t('charactersOver', { count: excess, number: number(excess) })}`}</span>
    </p>
  );
}
