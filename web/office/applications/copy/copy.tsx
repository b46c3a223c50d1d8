/**
 * One application as the office sees it, on the screen and on paper. Without scrolling a desk shows the person, the
 * decision, the papers and the history; an opened paper stands beside the data.
 */
import { useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import parts from '../../../application/copy.module.css';
import styles from './copy.module.css';
import { CopyHead } from './copy-head.tsx';
import { CopyHistory } from './copy-history.tsx';
import { CopyDocuments, CopyLetterhead } from './copy-paper.tsx';
import { CopySections } from './copy-sections.tsx';
import { CopyTabs } from './copy-tabs.tsx';
import { DocumentSlots } from './document-slots.tsx';
import { FormerValues } from './former-values.tsx';
import { PaperStrip, stripId } from './paper-strip.tsx';
import { type Paper, presentPapers } from './papers.ts';
import { Viewer } from './viewer.tsx';

export function Copy({ application }: { application: ApplicationWithHistory }) {
  const [opened, setOpened] = useState<readonly Paper[]>([]);
  // A paper may be removed while it is looked at.
  const present = presentPapers(application);
  const shown = opened.filter((paper) => present.includes(paper));
  const close = () => {
    setOpened([]);
    const [paper] = shown;
    if (paper) document.getElementById(stripId(paper))?.focus({ preventScroll: true });
  };
  return (
    <article
      className={`${parts.copy} ${styles.copy}`}
      data-viewing={shown.length > 0 ? '' : undefined}
      data-double={shown.length > 1 ? '' : undefined}
    >
      <CopyLetterhead />
      <CopyHead application={application} />
      <PaperStrip
        application={application}
        shown={shown}
        onOpen={(paper) => setOpened([paper, ...shown.slice(1).filter((other) => other !== paper)])}
      />
      {shown.length > 0 && <Viewer application={application} shown={shown} onShow={setOpened} onClose={close} />}
      <div className={styles.body}>
        <CopyTabs application={application}>
          <CopySections application={application} />
        </CopyTabs>
        <CopyHistory application={application} />
      </div>
      <DocumentSlots application={application} />
      <FormerValues application={application} />
      <CopyDocuments application={application} />
    </article>
  );
}
