/** What was filled in, in the sections of the form. */
import type { Application } from '../../../../contract/answers.ts';
import { type FormField, sectionNames, sections } from '../../../../contract/application-form.ts';
import { useApplicationTexts, useFieldText } from '../../../texts/application.ts';
import { Fact } from './copy-facts.tsx';
import styles from './copy-sections.module.css';

export function CopySections({ application }: { application: Application }) {
  const { t } = useApplicationTexts();
  const fieldText = useFieldText();
  return (
    <div className={styles.sections}>
      {sectionNames.map((section) => (
        <section className={`${styles.card} ${styles[`section${section}`]}`} key={section}>
          <h2>{t(`section.${section}`)}</h2>
          <dl>
            {sections[section].map((field) => (
              <Fact key={field} label={t(`fields.${field}`)}>
                <FieldValue field={field} stored={application[field]} text={fieldText(field, application[field])} />
              </Fact>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** How staff reach the applicant, with one tap. */
const schemes: Partial<Record<FormField, string>> = { phone: 'tel:', email: 'mailto:' };

function FieldValue({ field, stored, text }: { field: FormField; stored: string; text: string }) {
  const scheme = schemes[field];
  return scheme && stored ? <a href={scheme + encodeURI(stored)}>{text}</a> : text;
}
