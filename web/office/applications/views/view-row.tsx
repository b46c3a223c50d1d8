/** A saved view: its link, and for users who may change it, buttons that rename and delete it. */
import { ActionIcon, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SavedView } from '../../../../contract/work-answers.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { useTexts } from '../../../texts/office/views.ts';
import { answerOf, call } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { requireGone } from '../../calls/gone.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbCheck, TbPencil, TbTrash } from '../../frame/icons.tsx';
import tone from '../../frame/text.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { listAddress } from '../list/list-state.ts';
import { ViewName } from './view-name.tsx';
import { viewState, viewsQuery } from './view-queries.ts';
import styles from './views-panel.module.css';

interface ViewRowProps {
  view: SavedView;
  isShown: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function ViewRow({ view, isShown, onOpen, onDeleted }: ViewRowProps) {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const { _id: id, name, by, mayChange } = view;
  const queryClient = useQueryClient();
  const link = useRef<HTMLAnchorElement>(null);
  const [mode, setMode] = useState<'renaming' | 'deleting' | null>(null);
  const params = { id };
  const leave = () => {
    setMode(null);
    renaming.reset();
    deleting.reset();
    link.current?.focus();
  };
  const renaming = useMutation({
    mutationFn: (name: string) => answerOf('updateView', { params, json: { name } }),
    onSuccess: leave,
    onSettled: () => void queryClient.invalidateQueries(viewsQuery),
  });
  const deleting = useMutation({
    mutationFn: async () => requireGone(await call('deleteView', { params })),
    onSuccess: async () => {
      toastDone(t('deleted', { name }));
      onDeleted();
      await queryClient.invalidateQueries(viewsQuery);
    },
  });
  const leaveByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || mode === null) return;
    event.stopPropagation();
    leave();
  };
  const cancel = (
    <Button variant="default" size="compact-md" onClick={leave}>
      {frame('cancel')}
    </Button>
  );
  return (
    <li onKeyDown={leaveByEscape}>
      <div className={styles.row}>
        <Link
          ref={link}
          {...listAddress(viewState(view))}
          className="row"
          preventScrollReset
          aria-current={isShown ? 'true' : undefined}
          onClick={onOpen}
        >
          {isShown && <TbCheck {...icon} />}
          <span className={styles.name}>{name}</span>
          <span className={tone.note}>{t('by', { name: by })}</span>
        </Link>
        {mayChange && (
          <>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('rename', { name })}
              aria-expanded={mode === 'renaming'}
              onClick={() => setMode('renaming')}
            >
              <TbPencil {...icon} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('delete', { name })}
              aria-expanded={mode === 'deleting'}
              onClick={() => setMode('deleting')}
            >
              <TbTrash {...icon} />
            </ActionIcon>
          </>
        )}
      </div>
      {mode === 'renaming' && (
        <ViewName
          label={t('newName')}
          name={name}
          submit={t('renameNow')}
          error={renaming.error}
          isBusy={renaming.isPending}
          onSubmit={renaming.mutate}
        >
          {cancel}
        </ViewName>
      )}
      {mode === 'deleting' && (
        <div className={`stack ${styles.form}`}>
          <p role="alert">{t('deleteQuestion', { name })}</p>
          {deleting.error && (
            <p role="alert" className={tone.failed}>
              {failureText(deleting.error, language, t('failed'))}
            </p>
          )}
          <Group gap="xs">
            <Button color="brick" size="compact-md" {...ariaDisabled(deleting.isPending, () => deleting.mutate())}>
              {t('deleteNow')}
            </Button>
            {cancel}
          </Group>
        </div>
      )}
    </li>
  );
}
