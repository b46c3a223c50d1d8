import styles from './list-row.module.css';

/** A text whose part that matches the search is marked. */
export function Marked({ text, from, to }: { text: string; from: number; to: number }) {
  return (
    <>
      {text.slice(0, from)}
      <mark className={styles.match}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
