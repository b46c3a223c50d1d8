/**
 * Shows to whom an application is assigned, with buttons to take it, to give it back and to assign it. If somebody else
 * took it meanwhile, the first button is gone, and the focus is on the last one.
 */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { useFocusAfterFailure } from '../../frame/focus-return.ts';
import { TbUserCircle } from '../../frame/icons.tsx';
import tone from '../../frame/text.module.css';
import { Allowed } from '../../session/allowed.tsx';
import { useUser } from '../../session/signed-in-user.ts';
import { AssignDialog } from './assign-dialog.tsx';
import styles from './assigning.module.css';
import { useAssigning } from './use-assigning.ts';

export function Assigning({ application }: { application: ApplicationWithHistory }) {
  const { t } = useTexts();
  const me = useUser();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { assigned } = application;
  const isMine = assigned !== null && assigned._id === me?._id;
  const { assign, isPending, problem, reset } = useAssigning({ ids: [application._id] });
  const canTake = assigned === null || isMine;
  const assignButton = useFocusAfterFailure(problem !== null && !canTake);
  const openDialog = () => {
    // The dialogue says itself who has the application.
    reset();
    setDialogOpen(true);
  };
  const name = assigned ? (isMine ? t('me', { name: assigned.name }) : assigned.name) : t('nobody');
  return (
    <div className={`row ${styles.assigning}`} data-screen-only="">
      <TbUserCircle size={22} strokeWidth={1.75} aria-hidden />
      <p>
        {t('works')}: <strong>{name}</strong>
      </p>
      <Allowed call="assign">
        <Group gap="xs">
          {canTake && (
            <Button
              variant="default"
              size="compact-md"
              {...ariaDisabled(isPending, () => assign({ assignee: isMine ? null : me }))}
            >
              {isMine ? t('giveBack') : t('take')}
            </Button>
          )}
          <Button ref={assignButton} variant="default" size="compact-md" onClick={openDialog}>
            {t('assign')}
          </Button>
        </Group>
        {problem && (
          <p role="alert" className={`${tone.failed} ${styles.failed}`}>
            {problem}
          </p>
        )}
        {isDialogOpen && <AssignDialog application={application} onClose={() => setDialogOpen(false)} />}
      </Allowed>
    </div>
  );
}
