/** Who can be given applications, each with what they have to decide already, and nobody. */
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { nobody } from '../../../../contract/assignee.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { colleaguesQuery } from '../work-queries.ts';

interface PersonChoiceProps {
  /** An account's id, or nobody. */
  value: string;
  onChange: (assignee: string) => void;
}

export function PersonChoice({ value, onChange }: PersonChoiceProps) {
  const { t, language } = useTexts();
  const colleagues = useQuery(colleaguesQuery);
  return (
    <>
      <NativeSelect
        label={t('person')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[
          { value: nobody, label: t('nobody') },
          ...(colleagues.data ?? []).map((person) => ({
            value: person._id,
            label: t('undecided', { name: person.name, count: person.undecided.toLocaleString(language) }),
          })),
        ]}
      />
      {colleagues.isError && (
        <p role="alert">
          {t('colleaguesFailed')}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void colleagues.refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
    </>
  );
}

/** The name of who was chosen, once the names are loaded; null for nobody. */
export function usePersonName(assignee: string): string | null {
  const { data = [] } = useQuery(colleaguesQuery);
  return data.find(({ _id }) => _id === assignee)?.name ?? null;
}
