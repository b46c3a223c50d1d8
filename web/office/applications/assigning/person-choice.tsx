/** Chooses nobody or one of the staff, who are listed with the number of applications that they have to decide. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { nobody } from '../../../../contract/assigning.ts';
import type { Assignee } from '../../../../contract/work-answers.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { LoadFailureLine } from '../../frame/load-failure.tsx';
import { colleaguesQuery } from '../work-queries.ts';

interface PersonChoiceProps {
  /** Null for nobody. */
  value: Assignee | null;
  onChange: (assignee: Assignee | null) => void;
}

export function PersonChoice({ value, onChange }: PersonChoiceProps) {
  const { t, language } = useTexts();
  const { data: colleagues = [], isError, refetch } = useQuery(colleaguesQuery);
  const list = useRef<HTMLSelectElement>(null);
  const isListed = value === null || colleagues.some(({ _id }) => _id === value._id);
  return (
    <>
      <NativeSelect
        ref={list}
        data-autofocus
        label={t('person')}
        value={value?._id ?? nobody}
        onChange={({ currentTarget }) => onChange(colleagues.find(({ _id }) => _id === currentTarget.value) ?? null)}
        data={[
          { value: nobody, label: t('nobody') },
          // The list lacks the assignee until it is loaded, and if the account is suspended.
          ...(isListed ? [] : [{ value: value._id, label: value.name }]),
          ...colleagues.map((person) => ({
            value: person._id,
            label: t('undecided', { name: person.name, count: formatNumber(person.undecided, language) }),
          })),
        ]}
      />
      {isError && <LoadFailureLine text={t('colleaguesFailed')} onRetry={refetch} focusAfter={list} />}
    </>
  );
}
