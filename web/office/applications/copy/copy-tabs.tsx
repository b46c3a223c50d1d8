/** Two tabs: the application, and what the applicant sees. The first stays mounted, since it is printed. */
import { type KeyboardEvent, type ReactNode, Suspense, useId, useState } from 'react';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { lazyPart } from '../../frame/lazy-part.tsx';
import styles from './copy-tabs.module.css';

/** Loaded lazily with the texts of the public pages, which are needed only here. */
const ApplicantView = lazyPart(() => import('./applicant-view.tsx'));

const tabs = ['office', 'applicant'] as const;
type Tab = (typeof tabs)[number];

export function CopyTabs({ application, children }: { application: ApplicationWithHistory; children: ReactNode }) {
  const { t } = useTexts();
  const id = useId();
  const [open, setOpen] = useState<Tab>('office');
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    const other = tabs[(tabs.indexOf(open) + 1) % tabs.length] ?? 'office';
    setOpen(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  const panel = (tab: Tab) => ({
    id: `${id}-${tab}-panel`,
    role: 'tabpanel',
    'aria-labelledby': `${id}-${tab}`,
    'data-closed': tab === open ? undefined : '',
    className: styles.panel,
  });
  return (
    <div>
      <div role="tablist" className={`row ${styles.list}`} data-screen-only="" aria-label={t('applicant.tabs')}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === open}
            aria-controls={`${id}-${tab}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => setOpen(tab)}
            onKeyDown={onKeyDown}
          >
            {t(`applicant.${tab}`)}
          </button>
        ))}
      </div>
      <div {...panel('office')}>{children}</div>
      <div {...panel('applicant')} data-screen-only="">
        {open === 'applicant' && (
          <Suspense fallback={<p role="status">{t('loading')}</p>}>
            <ApplicantView application={application} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
