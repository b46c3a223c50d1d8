/** The form for new applications; a clerk may add several in a row. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { focusFirstField } from '../../form/first-field.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationsChanged, nameOf } from '../application-queries.ts';
import styles from './application-form.module.css';
import { ApplicationForm } from './application-form.tsx';

export default function AddApplication() {
  const { t } = useTexts();
  const { t: frame } = useFrameTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [last, setLast] = useState<Application | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new form focuses its first field
  useEffect(() => {
    focusFirstField('surname');
    window.scrollTo({ top: 0 });
  }, [last]);
  const onSaved = (saved: Application, next: 'done' | 'another') => {
    void applicationsChanged(queryClient);
    toastDone(frame('applicationAdded', { name: nameOf(saved) }));
    if (next === 'another') setLast(saved);
    // Only the id goes into the browser's history, since that is kept.
    else void navigate('/application', { state: { added: saved._id } });
  };
  return (
    <>
      <p className={styles.last} role="status">
        {last && (
          <>
            {t('addedAsk', { name: nameOf(last) })}{' '}
            <Link to={`/userView?id=${last._id}`}>{frame('openApplication')}</Link>
          </>
        )}
      </p>
      <ApplicationForm key={last?._id} record={null} onSaved={onSaved} onLeave={() => void navigate('/application')} />
    </>
  );
}
