import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AuditAction, anonymousActions, systemActor } from '../../../contract/audit.ts';
import type { AuditEntry } from '../../../contract/audit-answers.ts';
import { timeInWords } from '../../texts/dates.ts';
import { useTexts } from '../../texts/office/audit.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { recordPath } from '../applications/application-queries.ts';
import { TbHistory } from '../frame/icons.tsx';
import { screenPath } from '../frame/navigation.ts';
import tone from '../frame/text.module.css';
import { useUser } from '../session/signed-in-user.ts';
import { type AuditFilter, peopleQuery } from './audit-queries.ts';
import styles from './entry-row.module.css';
import { kindOf, useEntryWords } from './entry-words.ts';

const byStrangers: ReadonlySet<string> = new Set<AuditAction>(anonymousActions);

interface EntryRowProps {
  entry: AuditEntry;
  filter: AuditFilter;
  /** Called when a link narrows the log: that link is then gone, so that the focus has to be moved. */
  onNarrow: () => void;
}

export function EntryRow({ entry, filter, onNarrow }: EntryRowProps) {
  const { t, language } = useTexts();
  const words = useEntryWords();
  const { at } = entry;
  const detail = words.detail(entry);
  const fields = words.fields(entry);
  return (
    <tr>
      <td data-label={t('column.at')}>
        <time dateTime={at} className={`row ${styles.time}`}>
          <span>{timeInWords(at, language, { dateStyle: 'medium' })}</span>{' '}
          <span>{timeInWords(at, language, { timeStyle: 'short' })}</span>
        </time>
      </td>
      <td data-label={t('column.actor')}>
        <ActorCell entry={entry} isFiltered={filter.user !== undefined} onNarrow={onNarrow} />
      </td>
      <th scope="row" data-label={t('column.action')}>
        {words.action(entry)}
      </th>
      <td data-label={t('column.record')}>
        <RecordCell entry={entry} isFiltered={filter.record !== undefined} onNarrow={onNarrow} />
      </td>
      <td data-label={t('column.detail')}>
        <div>
          {detail.length > 0 && <p className={styles.detail}>{detail.join(' · ')}</p>}
          {fields.length > 0 && <p className={styles.detail}>{fields.join(', ')}</p>}
          {detail.length + fields.length === 0 && <Nothing />}
        </div>
      </td>
    </tr>
  );
}

function Nothing() {
  const { t } = useTexts();
  return (
    <span className={tone.soft}>
      <span aria-hidden="true">–</span>
      <span className={hidden.always}>{t('nothing')}</span>
    </span>
  );
}

interface CellProps extends Pick<EntryRowProps, 'entry' | 'onNarrow'> {
  isFiltered: boolean;
}

function ActorCell({ entry: { actor, action }, isFiltered, onNarrow }: CellProps) {
  const { t } = useTexts();
  if (!actor && byStrangers.has(action)) return <span className={tone.soft}>{t('nobody')}</span>;
  const [user, name] = actor ? [actor._id, actor.name] : [systemActor, t('product')];
  if (isFiltered) return name;
  return (
    <Link to={`?user=${user}`} onClick={onNarrow} title={actor ? t('onlyActor', { name }) : t('onlyProduct')}>
      {name}
    </Link>
  );
}

/** The current name of the record, with a link to its screen, if it still has one, and to its entries. */
function RecordCell({ entry, isFiltered, onNarrow }: CellProps) {
  const { t } = useTexts();
  const path = usePath(entry);
  const { record, subject } = entry;
  const kind = kindOf(entry);
  if (!record) return <Nothing />;
  const name = subject?.name ?? (kind ? t(`erased.${kind}`) : t('kind.other'));
  return (
    <div className={styles.record}>
      {path ? (
        <Link to={path} state={{ id: record }}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <span className={`row ${styles.id}`}>
        {subject && subject.passport === null ? (
          kind === 'slide' && <span className={tone.soft}>{t('kind.slide')}</span>
        ) : (
          <code title={record}>{subject?.passport ?? record}</code>
        )}
        {!isFiltered && (
          <Link
            to={`?record=${record}`}
            onClick={onNarrow}
            className={styles.history}
            aria-label={t('history')}
            title={t('history')}
          >
            <TbHistory size={18} strokeWidth={1.75} aria-hidden />
          </Link>
        )}
      </span>
    </div>
  );
}

function usePath(entry: AuditEntry): string | null {
  const me = useUser();
  const { data: people } = useQuery(peopleQuery);
  const { record, subject } = entry;
  if (!record || !subject) return null;
  switch (kindOf(entry)) {
    case 'application':
      return recordPath(record);
    case 'slide':
      return `${screenPath('editSlider')}?id=${record}`;
    case 'user': {
      if (record === me?._id) return screenPath('profile');
      return people?.some(({ _id, deletedAt }) => _id === record && deletedAt === null)
        ? `${screenPath('editUserManagement')}?id=${record}`
        : null;
    }
    case 'view':
    case null:
      return null;
  }
}
