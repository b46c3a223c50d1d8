import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { StaffUser } from '../../../contract/account-answers.ts';
import { useTexts } from '../../texts/office/users.ts';
import { answerOf } from '../calls/api.ts';
import { FormSection } from '../form/form-section.tsx';
import { ariaDisabled } from '../frame/aria-disabled.ts';
import { ConfirmDialog } from '../frame/confirm-dialog.tsx';
import { useDateTime } from '../frame/date-time.ts';
import tone from '../frame/text.module.css';
import { useUserChange } from './user-change.ts';

/** The buttons that suspend an account, after a confirmation, and resume it. */
export function Suspension({ user: { _id: id, name, email, suspendedAt } }: { user: StaffUser }) {
  const { t } = useTexts();
  const time = useDateTime();
  const [isOpen, setOpen] = useState(false);
  const suspend = useUserChange(
    () => answerOf('suspendUser', { params: { id } }),
    () => t('suspend.done', { name }),
  );
  const resume = useUserChange(
    () => answerOf('resumeUser', { params: { id } }),
    () => t('suspend.resumed', { name }),
  );
  return (
    <FormSection title={t('suspend.title')} text={t('suspend.text')}>
      <div className="spread">
        <p>{suspendedAt ? t('suspend.since', { name, time: time(suspendedAt) }) : t('suspend.active', { name })}</p>
        {suspendedAt ? (
          <Button variant="default" {...ariaDisabled(resume.isPending, () => resume.mutate())}>
            {t('suspend.resume')}
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => {
              suspend.reset();
              setOpen(true);
            }}
          >
            {t('suspend.do')}
          </Button>
        )}
      </div>
      {resume.problem && (
        <p role="alert" className={tone.failed}>
          {resume.problem}
        </p>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        title={t('suspend.askTitle')}
        confirm={t('suspend.do')}
        isDanger
        isBusy={suspend.isPending}
        problem={suspend.problem}
        onConfirm={() => suspend.mutate(undefined, { onSuccess: () => setOpen(false) })}
        onCancel={() => setOpen(false)}
      >
        <Text>{t('suspend.askText', { name, email })}</Text>
      </ConfirmDialog>
    </FormSection>
  );
}
