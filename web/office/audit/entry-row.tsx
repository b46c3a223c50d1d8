import { useQuery } from '@tanstack/react-query';
import { TbHistory } from 'react-icons/tb';
import { Link } from 'react-router';
import { type AuditEntry, theProduct } from '../../../contract/audit.ts';
import { timeInWords } from '../../texts/dates.ts';
import { useTexts } from '../../texts/office/audit.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { useUser } from '../session/signed-in-user.ts';
import { slidesQuery } from '../slides/slide-queries.ts';
import { usersQuery } from '../users/user-queries.ts';
import styles from './entry-row.module.css';
import { kindOf, useEntryWords } from './entry-words.ts';

interface EntryRowProps {
  entry: AuditEntry;
  /** What the log is narrowed to already. */
  filtered: { user: string | undefined; record: string | undefined };
}

export function EntryRow({ entry, filtered }: EntryRowProps) {
  const { t, language } = useTexts();
  const words = useEntryWords();
  const { at, actor, fields } = entry;
  const [who, name] = actor ? [actor._id, actor.name] : [theProduct, t('product')];
  return (
    <tr>
      <td data-label={t('column.at')}>
        <time dateTime={at} className={styles.time}>
          <span>{timeInWords(at, language, { dateStyle: 'medium' })}</span>{' '}
          <span>{timeInWords(at, language, { timeStyle: 'short' })}</span>
        </time>
      </td>
      <td data-label={t('column.actor')}>
        {filtered.user === who ? (
          name
        ) : (
          <Link to={`?user=${who}`} title={actor ? t('onlyActor', { name }) : t('onlyProduct')}>
            {name}
          </Link>
        )}
      </td>
      <th scope="row" data-label={t('column.action')}>
        {words.action(entry)}
      </th>
      <td data-label={t('column.record')}>
        <RecordCell entry={entry} isFiltered={filtered.record !== undefined} />
      </td>
      <td data-label={t('column.fields')}>
        {fields.length > 0 ? (
          words.fields(entry).join(', ')
        ) : (
          <span className={styles.soft}>
            <span aria-hidden="true">–</span>
            <span className={hidden.always}>{t('nothing')}</span>
          </span>
        )}
      </td>
    </tr>
  );
}

/** The record, with the way to it where it still has a screen, and to its history. */
function RecordCell({ entry, isFiltered }: { entry: AuditEntry; isFiltered: boolean }) {
  const { t } = useTexts();
  const place = usePlace(entry);
  const { record } = entry;
  if (!record) return null;
  return (
    <div className={styles.record}>
      {place.path ? (
        <Link to={place.path} state={{ id: record }}>
          {place.name}
        </Link>
      ) : (
        <span>{place.name}</span>
      )}
      <span className={styles.id}>
        <code>{record}</code>
        {!isFiltered && (
          <Link to={`?record=${record}`} className={styles.history} aria-label={t('history')} title={t('history')}>
            <TbHistory size={18} strokeWidth={1.75} aria-hidden />
          </Link>
        )}
      </span>
    </div>
  );
}

function usePlace(entry: AuditEntry): { name: string; path: string | null } {
  const { t } = useTexts();
  const me = useUser();
  const { data: users } = useQuery(usersQuery);
  const { record, action } = entry;
  const kind = kindOf(entry);
  const { data: slides } = useQuery({ ...slidesQuery, enabled: kind === 'slide' });
  switch (kind) {
    case 'application':
      return { name: t('kind.application'), path: action === 'application.purged' ? null : `/userView?id=${record}` };
    case 'slide':
      return {
        name: t('kind.slide'),
        path: slides?.some(({ _id }) => _id === record) ? `/editSlider?id=${record}` : null,
      };
    case 'user': {
      if (record === me?._id) return { name: t('kind.superAdmin'), path: '/profile' };
      const user = users?.find(({ _id }) => _id === record);
      return user
        ? { name: user.name, path: `/editUserManagement?id=${record}` }
        : { name: users ? t('formerAdmin') : t('kind.user'), path: null };
    }
  }
}
