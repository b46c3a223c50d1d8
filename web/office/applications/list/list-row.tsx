/** The parts that are the same in a row of the table and in a card. */
import { Button } from '@mantine/core';
import { type MouseEvent, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Application, ListedApplication } from '../../../../contract/answers.ts';
import { thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbArrowBackUp, TbEye, TbPencil, TbTrash } from '../../frame/icons.tsx';
import { lazyPart } from '../../frame/lazy-part.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { editPath, recordPath, useGivenNameOf, useNameOf } from '../application-queries.ts';
import { HoldMark } from '../erasing/hold-mark.tsx';
import { useCopyState } from '../origin-list.ts';
import styles from './list-row.module.css';
import { useOpenedRow } from './opened-row.ts';
import type { Edge } from './row-focus.ts';
import type { MaybeSelection } from './selection-checkboxes.tsx';

const ErasingButtons = lazyPart(() => import('../erasing/erasing-buttons.tsx'));

export interface RowsProps {
  applications: readonly ListedApplication[];
  isDeleted: boolean;
  /** The rows are of an earlier search or filter: they are shown, but inert. */
  isOutdated: boolean;
  onDelete: (application: Application) => void;
  onRestore: (application: Application) => void;
  /** The id of the application that is being restored. */
  restoringId: string | null;
  selection: MaybeSelection;
  /** Called when an arrow key leaves the rows upwards or downwards. */
  onEdge: (edge: Edge) => void;
}

/** A click anywhere on the row opens it, except on its controls, or while text is being selected. */
export function useOpenRow(): (event: MouseEvent, id: string) => void {
  const navigate = useNavigate();
  const { remember } = useOpenedRow();
  const stateOf = useCopyState();
  return (event, id) => {
    const isOther = (event.target as Element).closest('a, button, label') || window.getSelection()?.toString();
    if (isOther || event.button !== 0) return;
    remember(id);
    void navigate(recordPath(id), { state: stateOf(id) });
  };
}

export function Portrait({ application: { image }, isDeleted }: { application: Application; isDeleted: boolean }) {
  // The files of a deleted application cannot be read until it is restored.
  const url = isDeleted || !image ? null : thumbnailUrl(image, limits.photoThumbnailWidths[0]);
  return (
    <span className={styles.portrait} data-screen-only="">
      {url && (
        <img
          src={url}
          width={40}
          height={40}
          alt=""
          loading="lazy"
          // The background is a neutral portrait.
          onError={({ currentTarget }) => {
            currentTarget.style.visibility = 'hidden';
          }}
        />
      )}
    </span>
  );
}

/** The name, as a link unless the application is deleted. */
export function RowName({ application, isDeleted }: { application: ListedApplication; isDeleted: boolean }) {
  const givenNameOf = useGivenNameOf();
  const { remember } = useOpenedRow();
  const stateOf = useCopyState();
  const { _id: id, surname } = application;
  const name = (
    <>
      <span className={styles.given}>{givenNameOf(application)}</span> <span>{surname}</span>
    </>
  );
  if (isDeleted) {
    return (
      <span className={styles.name}>
        {name} <HoldMark application={application} />
      </span>
    );
  }
  return (
    <Link
      className={styles.name}
      to={recordPath(id)}
      state={stateOf(id)}
      onClick={() => remember(id)}
      data-row={id}
      aria-describedby={`passport-${id} status-${id}`}
    >
      {name} <HoldMark application={application} />
    </Link>
  );
}

interface RowActionsProps extends Pick<RowsProps, 'isDeleted' | 'onDelete' | 'onRestore' | 'restoringId'> {
  application: ListedApplication;
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Each label names the record, for screen readers. */
export function RowActions({ application, isDeleted, onDelete, onRestore, restoringId }: RowActionsProps) {
  const { t } = useTexts();
  const nameOf = useNameOf();
  const { remember } = useOpenedRow();
  const stateOf = useCopyState();
  const { _id: id, passport } = application;
  const named = (action: string) => ({
    'aria-label': t('actionOn', { action, name: nameOf(application), passport }),
    title: action,
  });
  if (isDeleted) {
    return (
      <span className={`row ${styles.buttons}`} data-screen-only="">
        <Allowed call="restoreApplication">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<TbArrowBackUp {...icon} />}
            loading={restoringId === id}
            onClick={() => onRestore(application)}
            {...named(t('restore'))}
          >
            {t('restore')}
          </Button>
        </Allowed>
        <Suspense>
          <ErasingButtons application={application} isInList />
        </Suspense>
      </span>
    );
  }
  const link = { onClick: () => remember(id), className: styles.action };
  return (
    <span className={styles.actions} data-screen-only="">
      <Link to={recordPath(id)} state={stateOf(id)} {...link} {...named(t('view'))}>
        <TbEye {...icon} />
        <span>{t('view')}</span>
      </Link>
      <Allowed call="updateApplication">
        <Link to={editPath(id)} state={{ id }} {...link} {...named(t('edit'))}>
          <TbPencil {...icon} />
          <span>{t('edit')}</span>
        </Link>
      </Allowed>
      {!application.hold && (
        <Allowed call="deleteApplication">
          <button type="button" className={styles.action} onClick={() => onDelete(application)} {...named(t('delete'))}>
            <TbTrash {...icon} />
            <span>{t('delete')}</span>
          </button>
        </Allowed>
      )}
    </span>
  );
}
