import { type BirthDatePart, birthDateParts, type TypedBirthDate } from '../../contract/birth-date.ts';
import { useTexts } from '../texts/texts.tsx';
import styles from './field.module.css';
import { type FieldError, FieldNotes } from './field.tsx';

interface BirthDateFieldProps {
  name: string;
  label: string;
  hint: string;
  why: string;
  value: TypedBirthDate;
  error?: FieldError | undefined;
  wrong: readonly BirthDatePart[];
}

/** The name and id of one of the three inputs. */
export const partName = (name: string, part: BirthDatePart) => `${name}-${part}`;

/** A date as three text inputs: a known date is quicker typed than found in a calendar. */
export function BirthDateField({ name, label, hint, why, value, error, wrong }: BirthDateFieldProps) {
  const { t } = useTexts();
  const notes = [`${name}-hint`, `${name}-why`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className={error ? `${styles.field} ${styles.wrong}` : styles.field} aria-describedby={notes}>
      <legend className={styles.label}>{label}</legend>
      <FieldNotes name={name} hint={hint} why={why} error={error} />
      <div className={styles.parts}>
        {birthDateParts.map((part) => {
          const id = partName(name, part);
          const isWrong = wrong.includes(part);
          return (
            <div className={styles.part} key={part}>
              <label htmlFor={id}>{t(`enquiry.${part}`)}</label>
              <input
                type="text"
                id={id}
                name={id}
                className={styles.input}
                // A month may be a name, which a number pad cannot type.
                inputMode={part === 'month' ? undefined : 'numeric'}
                autoComplete={`bday-${part}`}
                spellCheck={false}
                defaultValue={value[part]}
                aria-invalid={isWrong ? true : undefined}
                aria-describedby={isWrong ? `${name}-error` : undefined}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
