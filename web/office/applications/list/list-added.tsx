/** Names an added applicant with a link to the application, since the toast disappears by itself. */
import { Button } from '@mantine/core';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/frame.ts';
import notice from '../../frame/notice.module.css';
import { recordPath, useNameOf } from '../application-queries.ts';
import { SameEmployerButton } from '../form/same-employer.tsx';

export function AddedNotice({ applications }: { applications: readonly Application[] }) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  const textId = useId();
  const { state } = useLocation();
  const application = applications.find(({ _id }) => _id === state?.added);
  return (
    <div role="status" className={notice.row}>
      {application && (
        <>
          <span id={textId}>{t('applicationAdded', { name: nameOf(application) })}</span>
          <Button variant="default" component={Link} to={recordPath(application._id)} aria-describedby={textId}>
            {t('openApplication')}
          </Button>
          <SameEmployerButton of={application} />
        </>
      )}
    </div>
  );
}
