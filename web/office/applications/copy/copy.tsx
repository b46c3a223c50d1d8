/** One application as the office sees it, on the screen and on paper. */
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import styles from './copy.module.css';
import { CopyHead } from './copy-head.tsx';
import { CopyHistory } from './copy-history.tsx';
import { CopyLetterhead, DocumentList, Sheets } from './copy-paper.tsx';
import { CopySections } from './copy-sections.tsx';
import { DocumentSlots } from './document-slots.tsx';
import { FormerValues } from './former-values.tsx';

export function Copy({ application }: { application: ApplicationWithHistory }) {
  return (
    <article className={styles.copy}>
      <CopyLetterhead />
      <CopyHead application={application} />
      <div className={styles.body}>
        <CopySections application={application} />
        <CopyHistory application={application} />
      </div>
      <DocumentSlots application={application} />
      <FormerValues application={application} />
      <DocumentList application={application} />
      <Sheets application={application} />
    </article>
  );
}
