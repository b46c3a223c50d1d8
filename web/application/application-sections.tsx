/** The fields of an application in the sections A to D of the form. */
import type { ReactNode } from 'react';
import { type FormField, formFields, sectionNames, sections } from '../../contract/application-form.ts';
import { useApplicationTexts } from '../texts/application.ts';
import styles from './application-sections.module.css';
import { Fact, Facts } from './facts.tsx';
import part from './part.module.css';

interface ApplicationSectionsProps {
  application: Record<FormField, string>;
  /** The level of the headings. */
  heading: 'h2' | 'h3';
  shown: (field: FormField, stored: string) => ReactNode;
}

export function ApplicationSections({ application, heading: Heading, shown }: ApplicationSectionsProps) {
  const { t, language } = useApplicationTexts();
  return (
    <div className={styles.sections}>
      {sectionNames.map((section) => (
        <section className={`${part.part} ${styles[`section${section}`]}`} key={section}>
          <Heading>{t(`section.${section}`)}</Heading>
          <Facts isRows>
            {sections[section].map((field) => (
              <Fact key={field} label={formFields[field].label[language]}>
                {breakable(shown(field, application[field]))}
              </Fact>
            ))}
          </Facts>
        </section>
      ))}
    </div>
  );
}

/** Breaks a long e-mail address behind its @: elsewhere the first line could be taken for an address of its own. */
function breakable(text: ReactNode): ReactNode {
  if (typeof text !== 'string' || !text.includes('@')) return text;
  const at = text.indexOf('@') + 1;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
