import type { InputHTMLAttributes } from 'react';
import { useUiTexts } from '../texts/ui.ts';
import styles from './field.module.css';
import hidden from './visually-hidden.module.css';

/** The error in the contract's words, and one line on how to correct it. */
export interface FieldError {
  text: string;
  fix?: string | undefined;
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  hint?: string | undefined;
  /** The reason why sensitive information is asked for. */
  why?: string | undefined;
  error?: FieldError | undefined;
}

/** One text input; its id is its name, so that the error summary can link to it. */
export function TextField({ name, label, hint, why, error, ...input }: TextFieldProps) {
  return (
    <div className={error ? `${styles.field} ${styles.wrong}` : styles.field}>
      <label className={styles.label} htmlFor={name}>
        {label}
      </label>
      <FieldNotes name={name} hint={hint} error={error} />
      <input
        type="text"
        {...input}
        id={name}
        name={name}
        className={styles.input}
        aria-describedby={noteIds({ name, hint, why, error })}
        aria-invalid={error ? true : undefined}
      />
      <FieldReason name={name} why={why} />
    </div>
  );
}

type Notes = Pick<TextFieldProps, 'name' | 'hint' | 'why' | 'error'>;

/** The ids for `aria-describedby`, in the order in which they are read out: the error last, next to the input. */
export function noteIds({ name, hint, why, error }: Notes): string | undefined {
  return (
    [hint && `${name}-hint`, why && `${name}-why`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
  );
}

/** The hint and the error above the input. */
export function FieldNotes({ name, hint, error }: Pick<Notes, 'name' | 'hint' | 'error'>) {
  const { t } = useUiTexts();
  return (
    <>
      {hint && (
        <p className={styles.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${name}-error`}>
          <span className={hidden.always}>{t('form.error')} </span>
          {error.text}
          {error.fix && <span className={styles.fix}>{error.fix}</span>}
        </p>
      )}
    </>
  );
}

/** The reason below the input. */
export function FieldReason({ name, why }: Pick<Notes, 'name' | 'why'>) {
  if (!why) return null;
  return (
    <p className={styles.why} id={`${name}-why`}>
      {why}
    </p>
  );
}
