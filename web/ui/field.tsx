import type { InputHTMLAttributes } from 'react';
import { useTexts } from '../texts/texts.tsx';
import styles from './field.module.css';

/** What is wrong, in the words of the contract, and one line on how to put it right. */
export interface FieldError {
  text: string;
  fix?: string | undefined;
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: string | undefined;
  /** Why a sensitive item is asked for. */
  why?: string | undefined;
  error?: FieldError | undefined;
}

/** One text input; its id is its name, so that the error summary can link to it. */
export function TextField({ name, label, hint, why, error, ...input }: TextFieldProps) {
  const notes = [hint && `${name}-hint`, why && `${name}-why`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? `${styles.field} ${styles.wrong}` : styles.field}>
      <label className={styles.label} htmlFor={name}>
        {label}
      </label>
      <FieldNotes name={name} hint={hint} why={why} error={error} />
      <input
        type="text"
        {...input}
        id={name}
        name={name}
        className={styles.input}
        aria-describedby={notes || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
}

export function FieldNotes({ name, hint, why, error }: Pick<TextFieldProps, 'name' | 'hint' | 'why' | 'error'>) {
  const { t } = useTexts();
  return (
    <>
      {hint && (
        <p className={styles.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {why && (
        <p className={styles.why} id={`${name}-why`}>
          {why}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${name}-error`}>
          <span className={styles['visually-hidden']}>{t('form.error')} </span>
          {error.text}
          {error.fix && <span className={styles.fix}>{error.fix}</span>}
        </p>
      )}
    </>
  );
}
