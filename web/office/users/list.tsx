/** The screen of the accounts of the office. */
import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { StaffUser } from '../../../contract/account-answers.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/users.ts';
import sheet from '../../ui/card.module.css';
import hidden from '../../ui/visually-hidden.module.css';
import { ContactLink } from '../frame/contact-link.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { useFocusedStatus } from '../frame/focused-status.ts';
import { TbPencil, TbTrash, TbUserPlus, TbUsers } from '../frame/icons.tsx';
import { LoadFailure, OutdatedNotice } from '../frame/load-failure.tsx';
import marks from '../frame/marks.module.css';
import { PageHeader } from '../frame/page-header.tsx';
import table from '../frame/table.module.css';
import { Allowed } from '../session/allowed.tsx';
import { useMay, useUser } from '../session/signed-in-user.ts';
import { DeleteUser } from './delete-user.tsx';
import styles from './list.module.css';
import { usersQuery } from './user-queries.ts';

const waitingRows = ['first', 'second', 'third', 'fourth'];

export default function UserList() {
  const { t, language } = useTexts();
  const me = useUser();
  const may = useMay();
  const mayManage = may('updateUser') || may('deleteUser');
  const { data: users, error, refetch } = useQuery(usersQuery);
  const [deleting, setDeleting] = useState<StaffUser | null>(null);
  const status = useFocusedStatus();
  const addNew = (
    <Allowed call="addUser">
      <Button component={Link} to="/addUserManagement" leftSection={<TbUserPlus size={20} strokeWidth={1.75} />}>
        {t('addNew')}
      </Button>
    </Allowed>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={may('addUser') ? t('lead') : t('leadAdmin')}
        actions={users?.length !== 0 && addNew}
      />
      <div className={`spread ${table.head}`}>
        <p role="status" ref={status.ref} tabIndex={-1}>
          {status.text}{' '}
          {users &&
            users.length > 0 &&
            t('count', { count: users.length, number: formatNumber(users.length, language) })}
          {!users && !error && t('loading')}
        </p>
      </div>
      {error && !users && <LoadFailure error={error} onRetry={() => refetch()} />}
      {error && users && <OutdatedNotice onRetry={() => refetch()} />}
      {users?.length === 0 && (
        <EmptyState icon={TbUsers} title={t('emptyTitle')} text={may('addUser') ? t('emptyText') : t('emptyTextAdmin')}>
          {addNew}
        </EmptyState>
      )}
      {(users ? users.length > 0 : !error) && (
        <div className={`${sheet.card} ${table.card}`}>
          <table className={table.table} aria-busy={!users}>
            <caption className={hidden.always}>{t('caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('column.name')}</th>
                <th scope="col">{t('column.email')}</th>
                <th scope="col">{t('column.role')}</th>
                {mayManage && <th scope="col">{t('column.action')}</th>}
              </tr>
            </thead>
            <tbody>
              {users
                ? users.map((user) => (
                    <Row
                      key={user._id}
                      user={user}
                      isMe={user._id === me?._id}
                      onDelete={mayManage ? setDeleting : null}
                    />
                  ))
                : waitingRows.map((row) => (
                    <tr key={row}>
                      <td className={table.wide} colSpan={mayManage ? 4 : 3}>
                        <Skeleton height={44} />
                      </td>
                    </tr>
                  ))}
            </tbody>
          </table>
        </div>
      )}
      <DeleteUser
        user={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={({ name }) => status.show(t('deleted', { name }))}
      />
    </>
  );
}

interface RowProps {
  user: StaffUser;
  isMe: boolean;
  /** Null for users who may only read the list. */
  onDelete: ((user: StaffUser) => void) | null;
}

function Row({ user, isMe, onDelete }: RowProps) {
  const { t } = useTexts();
  const { t: frame } = useFrameTexts();
  const { _id: id, name, email, role, suspendedAt } = user;
  return (
    <tr>
      <th scope="row" data-label={t('column.name')}>
        <span className={styles.person}>
          <span className={`${marks.tile} ${styles.initial}`} aria-hidden="true">
            {[...name][0]}
          </span>
          <span>
            {name} {isMe && <span className={styles.me}>({t('you')})</span>}{' '}
            {suspendedAt && <strong className={marks.suspended}>{t('suspended')}</strong>}
          </span>
        </span>
      </th>
      <td data-label={t('column.email')}>
        <ContactLink href={`mailto:${encodeURI(email)}`}>{email}</ContactLink>
      </td>
      <td data-label={t('column.role')}>
        <span className={styles.role}>{frame(`role.${role}`)}</span>
      </td>
      {onDelete && (
        <td data-label={t('column.action')}>
          <Group gap="xs">
            <Allowed call="updateUser">
              <Button
                component={Link}
                to={`/editUserManagement?id=${id}`}
                state={{ id }}
                variant="default"
                size="sm"
                aria-label={t('editOf', { name })}
                leftSection={<TbPencil size={18} strokeWidth={1.75} />}
              >
                {t('edit')}
              </Button>
            </Allowed>
            <Allowed call="deleteUser">
              <Button
                variant="subtle"
                color="brick"
                size="sm"
                aria-label={t('deleteOf', { name })}
                leftSection={<TbTrash size={18} strokeWidth={1.75} />}
                onClick={() => onDelete(user)}
              >
                {t('delete')}
              </Button>
            </Allowed>
          </Group>
        </td>
      )}
    </tr>
  );
}
