import styles from './pause-icon.module.css';

/** A pause sign, or a play sign while the carousel or film of the button is paused. */
export function PauseIcon() {
  return (
    <svg data-lines="" className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.bars} d="M9 6v12M15 6v12" />
      <path className={styles.arrow} d="M9 6l9 6-9 6z" />
    </svg>
  );
}
