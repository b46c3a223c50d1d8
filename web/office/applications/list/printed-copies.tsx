/** Prints the office's copies of the selected applications, one after another. */
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import copy from '../../../application/copy.module.css';
import { isGone } from '../../calls/gone.ts';
import { applicationQuery } from '../application-queries.ts';
import { CopyHead } from '../copy/copy-head.tsx';
import { CopyHistory } from '../copy/copy-history.tsx';
import { CopyDocuments, CopyLetterhead, printWithScans } from '../copy/copy-print.tsx';
import { CopySections } from '../copy/copy-sections.tsx';
import styles from './printed-copies.module.css';

interface PrintedCopiesProps {
  ids: readonly string[];
  /** If one could not be loaded, none is printed. `gone` are the ids of those that have been deleted. */
  onDone: (outcome: { hasFailed: boolean; gone: readonly string[] }) => void;
}

/** A cached copy may be older than the latest decision. What is being printed does not change any more. */
const latest = (id: string) => ({
  ...applicationQuery(id),
  refetchOnMount: 'always' as const,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export function PrintedCopies({ onDone, ...props }: PrintedCopiesProps) {
  // Rows that are selected or deselected while the copies load belong to the next print.
  const [ids] = useState(props.ids);
  const copies = useRef<HTMLDivElement>(null);
  const queries = useQueries({ queries: ids.map(latest) });
  const isSettled = queries.every(({ isFetchedAfterMount }) => isFetchedAfterMount);
  const isLoaded = isSettled && queries.every(({ data, error }) => data && !error);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || !isSettled) return;
    hasStarted.current = true;
    if (isLoaded && copies.current)
      void printWithScans(copies.current).finally(() => onDone({ hasFailed: false, gone: [] }));
    else onDone({ hasFailed: true, gone: ids.filter((_, at) => isGone(queries[at]?.error)) });
  });
  return createPortal(
    <div ref={copies} className={styles.copies}>
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
