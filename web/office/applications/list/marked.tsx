import { Fragment } from 'react';
import type { Match } from '../../../../contract/answer-parts.ts';
import styles from './list-row.module.css';

/** The text of a field that a search has matched, in which the matching part is marked. */
export function Marked({ pieces }: Pick<Match, 'pieces'>) {
  return pieces.map(({ text, isMatch }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: two pieces may have the same text, and they never move
    return <Fragment key={at}>{isMatch ? <mark className={styles.match}>{text}</mark> : text}</Fragment>;
  });
}
