/** The navigation of the form: the current section, and which sections are incomplete or invalid. */
import { useEffect, useState } from 'react';
import {
  type FormField,
  isOptional,
  type Section,
  sectionNames,
  sections,
} from '../../../../contract/application-form.ts';
import { useApplicationTexts } from '../../../texts/application.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { TbCircleCheck } from '../../screen-icons.tsx';
import styles from './application-form.module.css';

export type FilledField = FormField | 'image';

interface FormNavigationProps {
  filled: ReadonlySet<FilledField>;
  /** Fields with valid values; an empty field counts only if it is optional. */
  valid: ReadonlySet<FilledField>;
  /** Fields that show an error. */
  wrong: ReadonlySet<string>;
}

type Part = Section | 'photo';
const parts: readonly Part[] = [...sectionNames, 'photo'];
const fieldsOf = (part: Part): readonly FilledField[] => (part === 'photo' ? ['image'] : sections[part]);

/** The id of the element of a section. */
export const partId = (part: Part) => `part-${part}`;

export function FormNavigation({ filled, valid, wrong }: FormNavigationProps) {
  const { t } = useTexts();
  const words = useApplicationTexts();
  const current = useCurrentPart();
  const number = useNumber();
  return (
    <nav className={styles.navigation} aria-label={t('sections')}>
      <ol>
        {parts.map((part) => {
          const fields = fieldsOf(part);
          const needed = fields.filter((name) => name === 'image' || !isOptional(name));
          const count = needed.filter((name) => filled.has(name)).length;
          const wrongCount = fields.filter((name) => wrong.has(name)).length;
          const isComplete = count === needed.length && fields.every((name) => valid.has(name));
          return (
            <li key={part}>
              <a href={`#${fields[0]}`} aria-current={part === current ? 'true' : undefined}>
                <span>{part === 'photo' ? t('photoSection') : words.t(`section.${part}`)}</span>
                {wrongCount > 0 ? (
                  <small className={styles.wrong}>{t('toCorrect', { number: number(wrongCount) })}</small>
                ) : isComplete ? (
                  <TbCircleCheck size={20} strokeWidth={1.75} aria-label={t('complete')} />
                ) : (
                  <small>
                    <span aria-hidden>
                      {number(count)}/{number(needed.length)}
                    </span>
                    <span className={hidden.always}>
                      {t('filledOf', { filled: number(count), total: number(needed.length) })}
                    </span>
                  </small>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The section in the middle of the screen; on wide screens the photo is beside all sections. */
function useCurrentPart(): Part {
  const [current, setCurrent] = useState<Part>('A');
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const part = parts.find((each) => partId(each) === target.id);
          if (isIntersecting && part) setCurrent(part);
        }
      },
      { rootMargin: '-35% 0px -60% 0px' },
    );
    for (const part of sectionNames) {
      const section = document.getElementById(partId(part));
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
