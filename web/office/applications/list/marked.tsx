import styles from './list-row.module.css';

/** A text in which the part that a search found is marked. */
export function Marked({ text, from, to }: { text: string; from: number; to: number }) {
  return (
    <>
      {text.slice(0, from)}
      <mark className={styles.found}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
