/** The saved views by name, to be opened, renamed and deleted, and the field that saves what the list shows as one. */
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTexts } from '../../../texts/office/views.ts';
import { answerOf } from '../../calls/api.ts';
import { toastDone } from '../../frame/toast.client.ts';
import { Allowed } from '../../session/allowed.tsx';
import { questionOf } from '../application-queries.ts';
import { type ListPlace, type ListState, looksOf } from '../list/list-state.ts';
import type { PanelOpening } from '../list/list-tool.tsx';
import { ListToolPanel } from '../list/list-tool-panel.tsx';
import { useKeptLooks } from '../list-looks.ts';
import { ViewName } from './view-name.tsx';
import { isShown, viewsQuery } from './view-queries.ts';
import { ViewRow } from './view-row.tsx';
import styles from './views-panel.module.css';

interface PanelProps extends PanelOpening {
  place: ListPlace;
}

export default function ViewsPanel({ place: { state }, ...opening }: PanelProps) {
  const { t } = useTexts();
  const { looks } = useKeptLooks();
  const { data: views, isError, refetch } = useQuery(viewsQuery);
  const start = useRef<HTMLHeadingElement>(null);
  return (
    <ListToolPanel label={t('title')} {...opening}>
      <div className={styles.views}>
        <h2 ref={start} tabIndex={-1}>
          {t('title')}
        </h2>
        {isError && (
          <div role="alert" className={styles.failed}>
            {t('loadFailed')}{' '}
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </div>
        )}
        {!views && !isError && <Skeleton height="2.5rem" role="status" aria-label={t('loading')} />}
        {views?.length === 0 && <p className={styles.soft}>{t('none')}</p>}
        {views && views.length > 0 && (
          <ul>
            {views.map((view) => (
              <ViewRow
                key={view._id}
                view={view}
                isShown={isShown(view, state, looks)}
                onOpen={opening.onClose}
                onDeleted={() => start.current?.focus()}
              />
            ))}
          </ul>
        )}
        <Allowed call="addView">
          <NewView state={state} onSaved={opening.onClose} />
        </Allowed>
      </div>
    </ListToolPanel>
  );
}

function NewView({ state, onSaved }: { state: ListState; onSaved: () => void }) {
  const { t } = useTexts();
  const { looks } = useKeptLooks();
  const queryClient = useQueryClient();
  const { columns, pageSize: limit } = looksOf(state, looks);
  const { page: _, limit: __, columns: ___, search, ...filters } = state;
  const saving = useMutation({
    mutationFn: (name: string) => answerOf('addView', { json: { ...questionOf(filters), name, limit, columns } }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries(viewsQuery);
      toastDone(t('saved', { name }));
      onSaved();
    },
  });
  return (
    <ViewName
      label={t('name')}
      hint={search ? t('hintSearch') : t('hint')}
      submit={t('save')}
      error={saving.error}
      isBusy={saving.isPending}
      onSubmit={saving.mutate}
    />
  );
}
