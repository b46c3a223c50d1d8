/** Asks once whether to approve the chosen applications, all of which it names, and then shows the outcome of each. */
import { Button, Modal, Radio } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ApprovalOutcome, ListedApplication } from '../../../../contract/answers.ts';
import { slotNames } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { collectDateAfter } from '../../../../contract/decision-dates.ts';
import { errorText } from '../../../../contract/errors.ts';
import { outcomeOf } from '../../../../contract/status.ts';
import { filledSlots } from '../../../application/fields-and-documents.ts';
import { longDate } from '../../../texts/dates.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { useTexts } from '../../../texts/office/list-choice.ts';
import { call } from '../../calls/api.ts';
import { DialogButtons } from '../../frame/dialog-buttons.tsx';
import { useFocusAfterFailure, useFocusReturn } from '../../frame/focus-return.ts';
import tone from '../../frame/text.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { copyPath, invalidateApplications, nameOf } from '../application-queries.ts';
import styles from './list-choice-bar.module.css';

interface ApproveSeveralProps {
  chosen: readonly ListedApplication[];
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** The chosen applications when the dialogue was opened; it keeps them even if the list changes. */
interface Opened {
  notApproved: readonly ListedApplication[];
  approved: readonly ListedApplication[];
}

/** What to do with the applications that lack documents. */
type Lacking = 'leave' | 'approve';

const lacksDocuments = (application: ListedApplication) => filledSlots(application).length < slotNames.length;

export function ApproveSeveral({ chosen, isOpen, onClose, onDone }: ApproveSeveralProps) {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const number = useNumber();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [lacking, setLacking] = useState<Lacking>('leave');
  const [outcomes, setOutcomes] = useState<readonly ApprovalOutcome[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (isOpen && !opened) {
    const isApproved = ({ isStatus }: ListedApplication) => outcomeOf(isStatus) === 'granted';
    setOpened({ notApproved: chosen.filter((each) => !isApproved(each)), approved: chosen.filter(isApproved) });
  }
  useFocusReturn(isOpen);
  const confirmButton = useFocusAfterFailure(problem !== null && !isBusy);
  const toApprove = (opened?.notApproved ?? []).filter((each) => lacking === 'approve' || !lacksDocuments(each));
  const close = () => {
    setOpened(null);
    setLacking('leave');
    setOutcomes(null);
    setProblem(null);
    onClose();
  };
  const approve = async () => {
    if (!opened) return;
    setBusy(true);
    setProblem(null);
    const applications = toApprove.map(({ _id, version }) => ({ _id, version }));
    try {
      const result = await call('approveSeveral', { json: { applications } });
      if (!result.ok) return setProblem(t('refused', { reason: errorText(result.error.code, language) }));
      const refused = result.data.outcomes.filter(({ refusal }) => refusal !== null);
      setOutcomes(result.data.outcomes);
      const count = result.data.outcomes.length - refused.length;
      if (count) toastDone(t('approved', { count, number: number(count) }));
      if (!refused.length) {
        close();
        onDone();
      }
    } catch {
      setProblem(t('noAnswer'));
    } finally {
      setBusy(false);
      void invalidateApplications(queryClient);
    }
  };
  const count = toApprove.length;
  const notApprovedCount = opened?.notApproved.length ?? 0;
  return (
    <Modal
      opened={isOpen && opened !== null}
      onClose={() => !isBusy && close()}
      title={
        outcomes ? t('outcomeTitle') : t('question', { count: notApprovedCount, number: number(notApprovedCount) })
      }
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {opened && !outcomes && <Question {...opened} count={count} lacking={lacking} onLacking={setLacking} />}
      {opened && outcomes && <Outcomes applications={opened.notApproved} outcomes={outcomes} />}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <DialogButtons>
        {outcomes ? (
          <Button
            data-autofocus
            onClick={() => {
              close();
              onDone();
            }}
          >
            {frame('close')}
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={isBusy} onClick={close} data-autofocus>
              {frame('cancel')}
            </Button>
            <Button ref={confirmButton} loading={isBusy} disabled={count === 0} onClick={() => void approve()}>
              {t('confirm', { count, number: number(count) })}
            </Button>
          </>
        )}
      </DialogButtons>
    </Modal>
  );
}

type QuestionProps = Opened & { count: number; lacking: Lacking; onLacking: (chosen: Lacking) => void };

function Question({ notApproved, approved, count, lacking, onLacking }: QuestionProps) {
  const { t, language } = useTexts();
  const number = useNumber();
  const today = dhakaDay(new Date());
  const collect = collectDateAfter(today);
  const lackingCount = notApproved.filter(lacksDocuments).length;
  return (
    <>
      <ul className={styles.names}>
        {notApproved.map((application) => (
          <li key={application._id}>
            <strong>{nameOf(application)}</strong>
            <span>{application.passport}</span>
            <span className={tone.note}>
              {t('papers', { there: number(filledSlots(application).length), all: number(slotNames.length) })}
            </span>
          </li>
        ))}
      </ul>
      {lackingCount > 0 && (
        <Radio.Group
          my="md"
          label={t('lacking', { count: lackingCount, number: number(lackingCount) })}
          value={lacking}
          onChange={(value) => onLacking(value === 'approve' ? 'approve' : 'leave')}
        >
          <Radio mt="xs" value="leave" label={t('leaveLacking')} />
          <Radio mt="xs" value="approve" label={t('approveLacking')} />
        </Radio.Group>
      )}
      <p role="status">{lackingCount > 0 && count === 0 && t('noneLeft')}</p>
      {count > 0 && <p>{t('dates', { approve: longDate(today, language), collect: longDate(collect, language) })}</p>}
      {approved.length > 0 && <p className={tone.note}>{t('left', { names: approved.map(nameOf).join(', ') })}</p>}
    </>
  );
}

interface OutcomesProps {
  applications: readonly ListedApplication[];
  outcomes: readonly ApprovalOutcome[];
}

function Outcomes({ applications, outcomes }: OutcomesProps) {
  const { t, language } = useTexts();
  const number = useNumber();
  const byId = new Map(applications.map((application) => [application._id, application]));
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const count = outcomes.length - refused.length;
  return (
    <div role="alert">
      <p>{t('approved', { count, number: number(count) })}</p>
      <p>{t('notApproved', { count: refused.length, number: number(refused.length) })}</p>
      <ul className={styles.names}>
        {refused.map(({ _id, refusal }) => {
          const application = byId.get(_id);
          return (
            <li key={_id}>
              <strong>
                <Link to={copyPath(_id)}>{application ? nameOf(application) : _id}</Link>
              </strong>
              <span className={tone.note}>
                {refusal === 'not_found' ? t('gone') : refusal && errorText(refusal, language)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
