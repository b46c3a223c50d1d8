/**
 * The dialogue for a decision: the applicant, the current status, dates and a note. It decides on the version that it
 * shows. If somebody else has changed the application meanwhile, it says so and asks again.
 */

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useLocation } from 'react-router';
import type { Application, ApplicationWithHistory } from '../../../../contract/answers.ts';
import { type DecisionKind, outcomeOf, statusGivenBy } from '../../../../contract/status.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import { Dialog } from '../../frame/dialog.tsx';
import { useNavigateWhileShown } from '../../frame/navigate-while-shown.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationQuery, invalidateApplications, recordPath } from '../application-queries.ts';
import { copyStateOf } from '../copy/copy-state.ts';
import type { CopyState } from '../origin-list.ts';
import { correctionTexts, isCorrection } from './correction.ts';
import { DecisionForm } from './decision-form.tsx';
import { nothingTyped, type TypedDecisions } from './typed-decisions.ts';

interface DecisionDialogProps {
  application: ApplicationWithHistory;
  decision: DecisionKind;
  typed: RefObject<TypedDecisions>;
  isOpen: boolean;
  onClose: () => void;
}

export function DecisionDialog({ application, decision, typed, isOpen, onClose }: DecisionDialogProps) {
  const { t } = useTexts();
  const { t: status } = useStatusTexts();
  const { t: frame } = useFrameTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigateWhileShown();
  const { state: inHistory } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const { _id: id, isStatus } = application;
  const title = isCorrection(decision, application)
    ? t(correctionTexts[outcomeOf(isStatus)].title)
    : status(`${statusGivenBy(decision)}.ask`);

  const decided = (changed: Application) => {
    typed.current = nothingTyped;
    queryClient.setQueryData(applicationQuery(id).queryKey, (known) => known && { ...known, ...changed });
    void invalidateApplications(queryClient);
    toastDone(status(`${changed.isStatus}.done`));
    onClose();
    const state: CopyState = { ...copyStateOf(inHistory), id, isDecided: true };
    void navigate(recordPath(id), { replace: true, state });
  };

  return (
    <Dialog
      opened={isOpen}
      onClose={() => !isBusy && onClose()}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <DecisionForm
        application={application}
        decision={decision}
        typed={typed}
        onBusy={setBusy}
        onDecided={decided}
        onCancel={onClose}
      />
    </Dialog>
  );
}
