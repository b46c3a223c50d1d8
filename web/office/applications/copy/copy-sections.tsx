/** What was filled in, in the sections of the form. */
import { type Application, type Section, sections } from '../../../../contract/application.ts';
import { useApplicationTexts, useSexText } from '../../../texts/application.ts';
import { Fact } from './copy-facts.tsx';
import styles from './copy-sections.module.css';

export function CopySections({ application }: { application: Application }) {
  const { t } = useApplicationTexts();
  const sexText = useSexText();
  return (
    <div className={styles.sections}>
      {(Object.keys(sections) as Section[]).map((section) => (
        <section className={`${styles.card} ${styles[`section${section}`]}`} key={section}>
          <h2>{t(`section.${section}`)}</h2>
          <dl>
            {sections[section].map((field) => (
              <Fact key={field} label={t(`fields.${field}`)}>
                {field === 'sex' ? sexText(application.sex) : application[field]}
              </Fact>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
