/** One application as the office sees it, on the screen and on paper. */
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import parts from '../../../application/copy.module.css';
import styles from './copy.module.css';
import { CopyHead } from './copy-head.tsx';
import { CopyHistory } from './copy-history.tsx';
import { CopyDocuments, CopyLetterhead } from './copy-paper.tsx';
import { CopySections } from './copy-sections.tsx';
import { DocumentSlots } from './document-slots.tsx';
import { FormerValues } from './former-values.tsx';

export function Copy({ application }: { application: ApplicationWithHistory }) {
  return (
    <article className={`${parts.copy} ${styles.copy}`}>
      <CopyLetterhead />
      <CopyHead application={application} />
      <div className={styles.body}>
        <CopySections application={application} />
        <CopyHistory application={application} />
      </div>
      <DocumentSlots application={application} />
      <FormerValues application={application} />
      <CopyDocuments application={application} />
    </article>
  );
}
