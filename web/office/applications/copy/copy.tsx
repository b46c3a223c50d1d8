/**
 * One application as the office sees it, on the screen and in print. A wide screen shows the applicant, the decision,
 * the files and the history without scrolling, and an opened file beside the data. What staff do about it is here and
 * not in the parts, which several copies on paper share.
 */
import { type Ref, useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import parts from '../../../application/copy.module.css';
import { Assigning } from '../assigning/assigning.tsx';
import { DecisionButtons } from '../deciding/decision-buttons.tsx';
import { WithdrawalButton, WithdrawalDialog } from '../deciding/decision-withdrawal.tsx';
import { isValid } from '../deciding/valid-decisions.ts';
import { DocumentSlots } from '../documents/document-slots.tsx';
import { type FileField, filledFileFields } from '../documents/file-fields.ts';
import { FileStrip, stripButtonId } from '../documents/file-strip.tsx';
import { Viewer } from '../documents/viewer.tsx';
import { HoldNotice } from '../erasing/hold-mark.tsx';
import { SameEmployerButton } from '../form/same-employer.tsx';
import { Notes } from '../notes/notes.tsx';
import styles from './copy.module.css';
import { CopyHead } from './copy-head.tsx';
import { CopyHistory } from './copy-history.tsx';
import { CopyDocuments, CopyLetterhead } from './copy-print.tsx';
import { CopySections } from './copy-sections.tsx';
import { CopyTabs } from './copy-tabs.tsx';
import { FormerValues } from './former-values.tsx';
import { GuessesNotice } from './guesses-notice.tsx';

interface CopyProps {
  application: ApplicationWithHistory;
  ref: Ref<HTMLElement>;
}

export function Copy({ application, ref }: CopyProps) {
  const [opened, setOpened] = useState<readonly FileField[]>([]);
  /** The application as it was when the button was pressed that withdraws its latest decision. */
  const [withdrawing, setWithdrawing] = useState<ApplicationWithHistory | null>(null);
  // A file may be removed while it is shown.
  const filled = filledFileFields(application);
  const shown = opened.filter((field) => filled.includes(field));
  const close = () => {
    setOpened([]);
    const [field] = shown;
    if (field) document.getElementById(stripButtonId(field))?.focus({ preventScroll: true });
  };
  return (
    <article
      ref={ref}
      className={`stack ${parts.copy} ${styles.copy}`}
      data-viewing={shown.length > 0 ? '' : undefined}
      data-double={shown.length > 1 ? '' : undefined}
    >
      <CopyLetterhead />
      <CopyHead application={application}>
        <Assigning application={application} />
        <HoldNotice application={application} />
        <GuessesNotice application={application} />
        <DecisionButtons application={application} />
      </CopyHead>
      <FileStrip
        application={application}
        shown={shown}
        onOpen={(field) => setOpened([field, ...shown.slice(1).filter((other) => other !== field)])}
      />
      {shown.length > 0 && <Viewer application={application} shown={shown} onShow={setOpened} onClose={close} />}
      <div className={`stack ${styles.body}`}>
        <CopyTabs application={application}>
          <CopySections application={application} />
          <p className={styles.another} data-screen-only="">
            <SameEmployerButton of={application} />
          </p>
        </CopyTabs>
        <CopyHistory
          application={application}
          withdrawal={<WithdrawalButton onPress={() => setWithdrawing(application)} />}
        >
          <Notes id={application._id} />
        </CopyHistory>
      </div>
      <WithdrawalDialog
        id={application._id}
        version={withdrawing?.version ?? null}
        decidedAt={withdrawing?.history.findLast(isValid)?.at}
        onClose={() => setWithdrawing(null)}
      />
      <DocumentSlots application={application} />
      <FormerValues application={application} />
      <CopyDocuments application={application} />
    </article>
  );
}
