/** Asks once whether to approve the selected applications, all of which it names, and then shows the outcome of each. */
import { Radio } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ApprovalResult, ListedApplication } from '../../../../contract/answers.ts';
import { slotNames } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { collectDateAfter } from '../../../../contract/decision-dates.ts';
import { errorText } from '../../../../contract/errors.ts';
import { outcomeOf } from '../../../../contract/status.ts';
import { filledSlots } from '../../../application/fields-and-documents.ts';
import { longDate } from '../../../texts/dates.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/list-selection.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { useFocusReturn } from '../../frame/focus-return.ts';
import tone from '../../frame/text.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { invalidateApplications, recordPath, useNameOf } from '../application-queries.ts';
import { useUnanswered } from '../unanswered.ts';
import { ResultDialog } from './result-dialog.tsx';
import styles from './selection-bar.module.css';

interface ApproveSeveralProps {
  selected: readonly ListedApplication[];
  onClose: () => void;
  onDone: () => void;
}

/** What to do with the applications that lack documents. */
type Lacking = 'leave' | 'approve';

const lacksDocuments = (application: ListedApplication) => filledSlots(application).length < slotNames.length;
const isApproved = ({ isStatus }: Pick<ListedApplication, 'isStatus'>) => outcomeOf(isStatus) === 'positive';

/** The dialogue keeps the applications with which it was opened, even if the list changes. */
export function ApproveSeveral({ selected, onClose, onDone }: ApproveSeveralProps) {
  const { t, language } = useTexts();
  const number = useNumber();
  const queryClient = useQueryClient();
  const [opened] = useState(selected);
  const [lacking, setLacking] = useState<Lacking>('leave');
  const notApproved = opened.filter((each) => !isApproved(each));
  const toApprove = notApproved.filter((each) => lacking === 'approve' || !lacksDocuments(each));
  const finish = () => {
    onClose();
    onDone();
  };
  const unanswered = useUnanswered();
  const approving = useMutation({
    mutationFn: async () => {
      const now = await unanswered.load(toApprove.map(({ _id }) => _id));
      const done = now.filter(isApproved).map((application) => ({ _id: application._id, refusal: null, application }));
      const applications = toApprove
        .filter(({ _id }) => !done.some((each) => each._id === _id))
        .map(({ _id, version }) => ({ _id, version }));
      if (applications.length === 0) return { outcomes: done };
      const { outcomes } = await answerOf('approveSeveral', { json: { applications } });
      return { outcomes: [...done, ...outcomes] };
    },
    onSuccess: ({ outcomes }) => {
      const count = outcomes.filter(({ refusal }) => refusal === null).length;
      if (count) toastDone(t('approved', { count, number: number(count) }));
      if (count === outcomes.length) finish();
    },
    onSettled: (_, error) => {
      unanswered.record(error);
      void invalidateApplications(queryClient);
    },
  });
  const { isPending, error, data } = approving;
  const problem =
    error &&
    (error instanceof CallFailed ? t('refused', { reason: errorText(error.body.code, language) }) : t('noAnswer'));
  useFocusReturn(true);
  const count = toApprove.length;
  if (data) {
    return (
      <ResultDialog title={t('outcomeTitle')} onClose={finish}>
        <Outcomes applications={notApproved} outcomes={data.outcomes} />
      </ResultDialog>
    );
  }
  const question = { count: notApproved.length, number: number(notApproved.length) };
  return (
    <ConfirmDialog
      hasInput
      isOpen
      title={t('question', question)}
      confirm={t('confirm', { count, number: number(count) })}
      isConfirmDisabled={count === 0}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => approving.mutate()}
      onCancel={onClose}
    >
      <Question
        notApproved={notApproved}
        approved={opened.filter(isApproved)}
        count={count}
        lacking={lacking}
        onLacking={setLacking}
      />
    </ConfirmDialog>
  );
}

interface QuestionProps {
  notApproved: readonly ListedApplication[];
  approved: readonly ListedApplication[];
  count: number;
  lacking: Lacking;
  onLacking: (choice: Lacking) => void;
}

function Question({ notApproved, approved, count, lacking, onLacking }: QuestionProps) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
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
  outcomes: readonly ApprovalResult[];
}

function Outcomes({ applications, outcomes }: OutcomesProps) {
  const { t, language } = useTexts();
  const nameOf = useNameOf();
  const number = useNumber();
  const byId = new Map(applications.map((application) => [application._id, application]));
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const count = outcomes.length - refused.length;
  return (
    <>
      <p>{t('approved', { count, number: number(count) })}</p>
      <p>{t('notApproved', { count: refused.length, number: number(refused.length) })}</p>
      <ul className={styles.names}>
        {refused.map(({ _id, refusal }) => {
          const application = byId.get(_id);
          return (
            <li key={_id}>
              <strong>
                <Link to={recordPath(_id)}>{application ? nameOf(application) : _id}</Link>
              </strong>
              <span className={tone.note}>
                {refusal === 'not_found' ? t('gone') : refusal && errorText(refusal, language)}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
