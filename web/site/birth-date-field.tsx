import { useTexts } from '../texts/site.ts';
import { type BirthDatePart, birthDateParts, type TypedBirthDate } from '../ui/birth-date.ts';
import styles from '../ui/field.module.css';
import { type FieldError, FieldNotes, FieldReason, noteIds } from '../ui/field.tsx';

interface BirthDateFieldProps {
  name: string;
  label: string;
  hint: string;
  why: string;
  value: TypedBirthDate;
  error?: FieldError | undefined;
  wrong: readonly BirthDatePart[];
}

/** A month may be typed as a name, so its input asks for a keyboard with letters. */
const inputModes = { day: 'numeric', month: 'text', year: 'numeric' } as const satisfies Record<BirthDatePart, string>;

/** The name and id of one of the three inputs. */
export const partName = (name: string, part: BirthDatePart) => `${name}-${part}`;

/**
 * A date as three text inputs, since a known date is typed faster than it is found in a calendar.
 * They have no maximum length, so that a whole date can be pasted into the first, and with script into any.
 */
export function BirthDateField({ name, label, hint, why, value, error, wrong }: BirthDateFieldProps) {
  const { t } = useTexts();
  return (
    <fieldset
      className={error ? `${styles.field} ${styles.wrong}` : styles.field}
      aria-describedby={noteIds({ name, hint, why, error })}
    >
      <legend className={styles.label}>{label}</legend>
      <FieldNotes name={name} hint={hint} error={error} />
      <div className={`row ${styles.parts}`} data-birth-date="">
        {birthDateParts.map((part) => {
          const id = partName(name, part);
          const isWrong = wrong.includes(part);
          return (
            <div className={styles[part]} key={part}>
              <label htmlFor={id}>{t(`enquiry.${part}`)}</label>
              <input
                type="text"
                id={id}
                name={id}
                className={styles.input}
                inputMode={inputModes[part]}
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
      <FieldReason name={name} why={why} />
    </fieldset>
  );
}
