/**
 * The panel of the saved views, in which they are opened, renamed and deleted. Below them the chosen one is updated to
 * what the list shows, or this is saved as a new view.
 */
import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SavedView } from '../../../../contract/work-answers.ts';
import { useTexts } from '../../../texts/office/views.ts';
import { answerOf } from '../../calls/api.ts';
import { LoadFailureLine } from '../../frame/load-failure.tsx';
import tone from '../../frame/text.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { Allowed } from '../../session/allowed.tsx';
import type { ListLocation } from '../list/list-state.ts';
import type { PanelControls } from '../list/list-tool.tsx';
import { ListToolPanel } from '../list/list-tool-panel.tsx';
import { useListDisplay } from '../use-list-display.ts';
import { contentOf } from './view-content.ts';
import { ViewName } from './view-name.tsx';
import { isShown, viewsQuery } from './view-queries.ts';
import { ViewRow } from './view-row.tsx';
import { ViewUpdate } from './view-update.tsx';
import styles from './views-panel.module.css';

interface PanelProps extends PanelControls {
  location: ListLocation;
}

export default function ViewsPanel({ location, ...controls }: PanelProps) {
  const { state } = location;
  const { t } = useTexts();
  const { display } = useListDisplay();
  const { data: views, isError, refetch } = useQuery(viewsQuery);
  const start = useRef<HTMLHeadingElement>(null);
  const chosen = views?.find(({ _id, mayChange }) => mayChange && _id === state.view);
  // A search text is no part of a view.
  const differs = chosen !== undefined && !isShown(chosen, { ...state, search: undefined }, display);
  return (
    <ListToolPanel label={t('title')} {...controls}>
      <div className={styles.views}>
        <h2 ref={start} tabIndex={-1}>
          {t('title')}
        </h2>
        {isError && <LoadFailureLine text={t('loadFailed')} onRetry={refetch} focusAfter={start} />}
        {!views && !isError && <Skeleton height="2.5rem" role="status" aria-label={t('loading')} />}
        {views?.length === 0 && <p className={tone.hint}>{t('none')}</p>}
        {views && views.length > 0 && (
          <ul className={styles.list}>
            {views.map((view) => (
              <ViewRow
                key={view._id}
                view={view}
                isShown={isShown(view, state, display)}
                onOpen={controls.onClose}
                onDeleted={() => start.current?.focus()}
              />
            ))}
          </ul>
        )}
        {chosen && (
          <Allowed call="updateView">
            <ViewUpdate key={chosen._id} view={chosen} shown={differs ? contentOf(state, display) : null} />
          </Allowed>
        )}
        <Allowed call="addView">
          <NewView location={location} submit={t(differs ? 'saveNew' : 'save')} onSaved={controls.onClose} />
        </Allowed>
      </div>
    </ListToolPanel>
  );
}

interface NewViewProps {
  location: ListLocation;
  submit: string;
  onSaved: () => void;
}

function NewView({ location: { state, change }, submit, onSaved }: NewViewProps) {
  const { t } = useTexts();
  const { display } = useListDisplay();
  const queryClient = useQueryClient();
  const { query, columns } = contentOf(state, display);
  const saving = useMutation({
    mutationFn: (name: string) => answerOf('addView', { json: { ...query, name, columns } }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries(viewsQuery);
      toastDone(t('saved', { name }));
    },
  });
  // It is not called once the panel was closed: the list may show something else by then.
  const choose = ({ _id: view }: SavedView) => {
    onSaved();
    change({ page: state.page, view }, { replace: true });
  };
  return (
    <ViewName
      label={t('name')}
      hint={state.search ? t('hintSearch') : t('hint')}
      submit={submit}
      error={saving.error}
      isBusy={saving.isPending}
      onSubmit={(name) => saving.mutate(name, { onSuccess: choose })}
    />
  );
}
