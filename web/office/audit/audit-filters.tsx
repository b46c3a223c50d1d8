import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { theProduct } from '../../../contract/audit.ts';
import { errorText } from '../../../contract/errors.ts';
import { asciiDigits } from '../../../contract/text.ts';
import { useTexts } from '../../texts/office/audit.ts';
import { useUser } from '../session/signed-in-user.ts';
import { usersQuery } from '../users/user-queries.ts';
import styles from './audit-filters.module.css';

export const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
export const isActor = (text: string) => text === theProduct || isId(text);

/** For a button that goes with what it changes, and would take the focus along. */
export const focusFilters = () => document.getElementById('user')?.focus();

interface AuditFiltersProps {
  user: string | undefined;
  record: string | undefined;
  onChange: (filter: { user?: string; record?: string }) => void;
}

/** By person at once, by record when its id is complete. */
export function AuditFilters({ user, record, onChange }: AuditFiltersProps) {
  const { t, language } = useTexts();
  const me = useUser();
  const { data: users } = useQuery(usersQuery);
  const [typed, setTyped] = useState(record ?? '');
  const [isWrong, setWrong] = useState(record !== undefined && !isId(record));
  // A link, or going back, leads to another record; the fields stay where they are, and the focus in them.
  const [shown, setShown] = useState(record);
  if (shown !== record) {
    setShown(record);
    setTyped(record ?? '');
    setWrong(record !== undefined && !isId(record));
  }
  const show = (nextUser: string | undefined, nextRecord: string | undefined) =>
    onChange({ ...(nextUser && { user: nextUser }), ...(nextRecord && { record: nextRecord }) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = asciiDigits(typed).replace(/\s/g, '').toLowerCase();
    if (id && !isId(id)) {
      setWrong(true);
      return document.getElementById('record')?.focus();
    }
    setWrong(false);
    show(user, id);
  };
  const clear = () => {
    setTyped('');
    setWrong(false);
    onChange({});
    focusFilters();
  };
  const people = [
    { value: '', label: t('everybody') },
    ...(me ? [{ value: me._id, label: t('superAdmin', { name: me.name }) }] : []),
    ...(users ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    { value: theProduct, label: t('product') },
  ];
  // Whoever has been deleted stays in the log, but not in the list.
  if (user && !people.some(({ value }) => value === user)) people.push({ value: user, label: t('formerAdmin') });

  return (
    <form className={styles.filters} method="get" noValidate onSubmit={submit}>
      <NativeSelect
        id="user"
        label={t('person')}
        data={people}
        value={user ?? ''}
        onChange={(event) => show(event.currentTarget.value, record && isId(record) ? record : undefined)}
      />
      <TextInput
        id="record"
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
      <div className={styles.buttons}>
        <Button type="submit">{t('apply')}</Button>
        {(user || record) && (
          <Button variant="subtle" onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
