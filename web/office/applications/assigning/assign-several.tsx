/** Asks to whom several applications are to be assigned, and what to do about those that others have. */
import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { Answers, ListedApplication } from '../../../../contract/answers.ts';
import type { Assignee } from '../../../../contract/work-answers.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/list-selection.ts';
import { ConfirmDialog } from '../../frame/confirm-dialog.tsx';
import { useFocusReturn } from '../../frame/focus-return.ts';
import tone from '../../frame/text.module.css';
import { useUser } from '../../session/signed-in-user.ts';
import { useNameOf } from '../application-queries.ts';
import { ResultDialog } from '../list/result-dialog.tsx';
import styles from '../list/selection-bar.module.css';
import { PersonChoice } from './person-choice.tsx';
import { type AssignedRecords, useAssigning } from './use-assigning.ts';

interface AssignSeveralProps {
  count: number;
  /** Null for all that a filter matches. */
  selected: readonly ListedApplication[] | null;
  records: AssignedRecords;
  onClose: () => void;
  onDone: () => void;
}

interface Outcome {
  answer: Answers['assign'];
  /** Null for nobody. */
  name: string | null;
}

/** The dialogue keeps the applications with which it was opened, even if the list changes. */
export function AssignSeveral({ onClose, onDone, ...opened }: AssignSeveralProps) {
  const { t } = useTexts();
  const number = useNumber();
  const [{ count, selected, records }] = useState(opened);
  const me = useUser();
  const [assignee, setAssignee] = useState<Assignee | null>(me);
  const [others, setOthers] = useState<'keep' | 'take'>('keep');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const close = () => {
    onClose();
    onDone();
  };
  const { assign, isPending, otherAssignees, problem, reset } = useAssigning(records, (answer, assignment) => {
    if (answer.kept.length || answer.gone) setOutcome({ answer, name: assignment.assignee?.name ?? null });
    else close();
  });
  const isRefused = otherAssignees.length > 0;
  // The outcome is a second dialogue, and the button that opened the first may be gone by its end.
  useFocusReturn(true);
  const confirm = { keep: t('assign.confirmKeep'), take: t('assign.confirmTake') };
  if (outcome) {
    return (
      <ResultDialog title={t('assign.outcome')} onClose={close}>
        <AssignOutcome {...outcome} />
      </ResultDialog>
    );
  }
  return (
    <ConfirmDialog
      hasInput
      isOpen
      title={t('assign.question', { count, number: number(count) })}
      confirm={isRefused ? confirm[others] : t('assign.confirm', { count, number: number(count) })}
      isBusy={isPending}
      problem={problem}
      onConfirm={() => assign({ assignee, others: isRefused ? others : 'refuse' })}
      onCancel={onClose}
    >
      {selected ? <Names applications={selected} /> : <p>{t('assign.all', { number: number(count) })}</p>}
      <PersonChoice
        value={assignee}
        onChange={(person) => {
          // They depend on the assignee.
          reset();
          setAssignee(person);
        }}
      />
      {isRefused && (
        <Radio.Group
          mt="md"
          label={t('assign.others')}
          value={others}
          onChange={(value) => setOthers(value === 'take' ? 'take' : 'keep')}
        >
          <Radio mt="xs" value="keep" label={t('assign.keep')} />
          <Radio mt="xs" value="take" label={t('assign.take')} />
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
}

function Names({ applications }: { applications: readonly ListedApplication[] }) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  return (
    <ul className={styles.names}>
      {applications.map((application) => (
        <li key={application._id}>
          <strong>{nameOf(application)}</strong>
          <span>{application.passport}</span>
          {application.assigned && (
            <span className={tone.note}>{t('assign.has', { name: application.assigned.name })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function AssignOutcome({ answer, name }: Outcome) {
  const { t } = useTexts();
  const number = useNumber();
  const counted = (count: number) => ({ count, number: number(count) });
  const assigned = counted(answer.assigned + answer.unchanged);
  return (
    <>
      <p>{name === null ? t('assign.freed', assigned) : t('assign.assigned', { ...assigned, name })}</p>
      {answer.kept.map((otherAssignee) => (
        <p key={otherAssignee._id}>{t('assign.kept', { ...counted(otherAssignee.count), name: otherAssignee.name })}</p>
      ))}
      {answer.gone > 0 && <p>{t('assign.gone', counted(answer.gone))}</p>}
    </>
  );
}
