/** The screen for new applications; a clerk may add several in a row. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { focusFirstField } from '../../form/first-field.ts';
import { useNavigateWhileShown } from '../../frame/navigate-while-shown.ts';
import notice from '../../frame/notice.module.css';
import { PageHeader } from '../../frame/page-header.tsx';
import { toastDone } from '../../frame/toast.client.ts';
import { applicationQuery, invalidateApplications, recordPath, useNameOf } from '../application-queries.ts';
import { ApplicationForm } from './application-form.tsx';
import type { Draft } from './draft.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { SameEmployerButton, useTemplateId } from './same-employer.tsx';
import type { Next } from './save-bar.tsx';
import { useDraft } from './use-draft.ts';

export default function AddApplication() {
  const templateId = useTemplateId();
  // The sidebar leads from the form for the same employer to an empty one with a draft of its own.
  return <AddFrom key={templateId} templateId={templateId} />;
}

function AddFrom({ templateId }: { templateId: string | null }) {
  const { t } = useTexts();
  const { data, isLoading } = useQuery({ ...applicationQuery(templateId ?? ''), enabled: templateId !== null });
  // The key survives a reload, so that the form has its draft again then.
  const { key } = useLocation();
  const draft = useDraft(templateId === null ? null : key);
  // A template that is fetched again must not replace the form in which somebody types meanwhile.
  const [template, setTemplate] = useState<Application | null>();
  if (template === undefined && !isLoading) setTemplate(data ?? null);
  if (template !== undefined && draft !== undefined) {
    return <Adding template={template} isMissing={templateId !== null && !template} draft={draft} />;
  }
  return (
    <>
      <PageHeader title={t('addTitle')} />
      <FormSkeleton />
    </>
  );
}

interface AddingProps {
  template: Application | null;
  /** The template could not be fetched. */
  isMissing: boolean;
  draft: Draft | null;
}

function Adding({ template: firstTemplate, isMissing, draft }: AddingProps) {
  const { t } = useTexts();
  const { t: frame } = useFrameTexts();
  const nameOf = useNameOf();
  const navigate = useNavigateWhileShown();
  const queryClient = useQueryClient();
  const [last, setLast] = useState<Application | null>(null);
  const [template, setTemplate] = useState(firstTemplate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new form focuses its first field
  useEffect(() => {
    focusFirstField('surname');
    window.scrollTo({ top: 0 });
  }, [last]);
  const onSaved = (saved: Application, next: Next) => {
    draft?.discard();
    void invalidateApplications(queryClient);
    toastDone(frame('applicationAdded', { name: nameOf(saved) }));
    // The browser keeps its history on the disk, so only the id goes into it.
    if (next === 'done') return void navigate('/application', { state: { added: saved._id } });
    setLast(saved);
    setTemplate(null);
  };
  return (
    <>
      <div className={notice.row} role="status">
        {isMissing && !last && t('templateMissing')}
        {last && (
          <>
            <span>
              {t('addedAsk', { name: nameOf(last) })} <Link to={recordPath(last._id)}>{frame('openApplication')}</Link>
            </span>
            {!template && <SameEmployerButton of={last} onPress={() => setTemplate(last)} />}
          </>
        )}
      </div>
      <ApplicationForm
        key={last?._id}
        record={null}
        template={template}
        draft={draft}
        onSaved={onSaved}
        onLeave={() => void navigate('/application')}
      />
    </>
  );
}
