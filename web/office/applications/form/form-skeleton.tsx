/** The form while its application is loading. */
import { Skeleton } from '@mantine/core';
import { sectionNames, sections } from '../../../../contract/application-form.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import sheet from '../../../ui/card.module.css';
import styles from './application-form.module.css';

export function FormSkeleton() {
  const { t } = useTexts();
  return (
    <div className={`stack ${styles.fields}`} role="status" aria-label={t('loading')}>
      {sectionNames.map((section) => (
        <div key={section} className={`stack ${sheet.card} ${styles.card}`}>
          {sections[section].map((name) => (
            <Skeleton key={name} height={42} radius="md" mt="lg" />
          ))}
        </div>
      ))}
    </div>
  );
}
