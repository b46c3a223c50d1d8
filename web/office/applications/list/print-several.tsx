/** The office's copies of the chosen applications, one after another on paper. */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import copy from '../../../application/copy.module.css';
import { applicationQuery } from '../application-queries.ts';
import { CopyHead } from '../copy/copy-head.tsx';
import { CopyHistory } from '../copy/copy-history.tsx';
import { CopyDocuments, CopyLetterhead, printWithScans } from '../copy/copy-print.tsx';
import { CopySections } from '../copy/copy-sections.tsx';
import styles from './print-several.module.css';

interface CopiesOnPaperProps {
  ids: readonly string[];
  /** One that could not be loaded keeps all from being printed. */
  onDone: (hasFailed: boolean) => void;
}

/** Loads them all, prints once, and is then done. */
export function CopiesOnPaper({ ids, onDone }: CopiesOnPaperProps) {
  const queries = useQueries({ queries: ids.map((id) => applicationQuery(id)) });
  const isLoaded = queries.every(({ data }) => data);
  const hasFailed = queries.some(({ error }) => error);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || !(isLoaded || hasFailed)) return;
    isBegun.current = true;
    if (isLoaded) void printWithScans().finally(() => onDone(false));
    else onDone(true);
  });
  return createPortal(
    <div className={styles.copies}>
      {isLoaded && queries.map(({ data }) => data && <PaperCopy key={data._id} application={data} />)}
    </div>,
    document.body,
  );
}

function PaperCopy({ application }: { application: ApplicationWithHistory }) {
  return (
    <article className={copy.copy}>
      <CopyLetterhead />
      <CopyHead application={application} />
      <CopySections application={application} />
      <CopyHistory application={application} />
      <CopyDocuments application={application} />
    </article>
  );
}
