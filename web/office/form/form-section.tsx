import { type ReactNode, useId } from 'react';
import sheet from '../../ui/card.module.css';
import tone from '../frame/text.module.css';
import styles from './form-section.module.css';

/** A section of a form or of the settings: its title, its text, and a card with its content. */
export function FormSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`stack ${styles.section}`} aria-labelledby={id}>
      <header className={styles.about}>
        <h2 id={id}>{title}</h2>
        {text && <p className={tone.hint}>{text}</p>}
      </header>
      <div className={`stack ${sheet.card} ${styles.card}`}>{children}</div>
    </section>
  );
}
