import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { auditActionNames, changesOnly, systemActor } from '../../../contract/audit.ts';
import { errorText } from '../../../contract/errors.ts';
import { isId } from '../../../contract/id.ts';
import { asciiDigits } from '../../../contract/text.ts';
import { useTexts } from '../../texts/office/audit.ts';
import sheet from '../../ui/card.module.css';
import { DateFilter } from '../form/date-field.tsx';
import { useUser } from '../session/signed-in-user.ts';
import styles from './audit-filters.module.css';
import { type AuditFilter, peopleQuery } from './audit-queries.ts';
import { useEntryWords } from './entry-words.ts';

/** For buttons that are removed when they are pressed. */
export const focusFilters = () => document.getElementById('user')?.focus();

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  onClear: () => void;
  clearings: number;
}

/** Filters by person, action and days at once, and by record on Enter or the button. */
export function AuditFilters({ filter, onChange, onClear, clearings }: AuditFiltersProps) {
  const { t, language } = useTexts();
  const words = useEntryWords();
  const me = useUser();
  const { data: people } = useQuery(peopleQuery);
  const { user, action, from, to } = filter;
  const record = filter.record ?? filter.search ?? '';
  const [typed, setTyped] = useState(record);
  // A link or going back can change the record; the fields keep their state and focus.
  const [lastRecord, setLastRecord] = useState(record);
  if (lastRecord !== record) {
    setLastRecord(record);
    setTyped(record);
  }
  const isWrong = filter.record !== undefined && !isId(filter.record) && typed === filter.record;
  const apply = (change: AuditFilter) => onChange({ ...filter, ...change });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = asciiDigits(typed).replace(/\s/g, '').toLowerCase();
    apply(isId(id) ? { record: id, search: undefined } : { record: undefined, search: typed.trim() || undefined });
  };
  const clear = () => {
    setTyped('');
    onClear();
    focusFilters();
  };
  const options = [
    { value: '', label: t('everybody') },
    ...(me ? [{ value: me._id, label: t('superAdmin', { name: me.name }) }] : []),
    ...(people ?? [])
      .filter(({ _id }) => _id !== me?._id)
      .map(({ _id, name, deletedAt }) => ({ value: _id, label: deletedAt ? t('deletedPerson', { name }) : name })),
    { value: systemActor, label: t('product') },
  ];
  if (user && !options.some(({ value }) => value === user)) {
    // Until the accounts are loaded nobody knows whether this one was deleted.
    options.push({ value: user, label: people ? t('formerAdmin') : '…' });
  }
  const actions = auditActionNames
    .map((value) => ({ value, label: words.action({ action: value }) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));

  return (
    <form className={`stack ${sheet.card} ${styles.filters}`} method="get" noValidate onSubmit={submit}>
      <NativeSelect
        id="user"
        label={t('person')}
        data={options}
        value={user ?? ''}
        onChange={(event) => apply({ user: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        id="action"
        label={t('column.action')}
        data={[{ value: '', label: t('everything') }, { value: changesOnly, label: t('changesOnly') }, ...actions]}
        value={action ?? ''}
        onChange={(event) => apply({ action: event.currentTarget.value || undefined })}
      />
      <DateFilter key={`from ${clearings}`} label={t('from')} value={from} onChange={(from) => apply({ from })} />
      <DateFilter key={`to ${clearings}`} label={t('to')} value={to} onChange={(to) => apply({ to })} />
      <TextInput
        id="record"
        className={styles.record}
        label={t('record')}
        description={t('recordHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isWrong && errorText('invalid_id', language)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={`row ${styles.buttons}`}>
        <Button type="submit">{t('apply')}</Button>
        {Object.values(filter).some(Boolean) && (
          <Button variant="subtle" onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
