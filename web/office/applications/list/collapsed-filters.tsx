/** The collapsed filters of the list; their script is loaded when the pointer or the focus comes near their button. */
import { Checkbox } from '@mantine/core';
import { nobody, oneself } from '../../../../contract/assigning.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { useSettings } from '../../../ui/settings.ts';
import { DateFilter } from '../../form/date-field.tsx';
import type { FlagFilter, ListLocation } from './list-state.ts';
import styles from './list-toolbar.module.css';

export default function CollapsedFilters({ state, change }: Pick<ListLocation, 'state' | 'change'>) {
  const { t } = useTexts();
  const number = useNumber();
  const years = useSettings()?.retentionYears;
  const flag = (name: FlagFilter, label: string) => (
    <Checkbox
      label={label}
      checked={state[name] ?? false}
      onChange={({ currentTarget: { checked } }) => change({ [name]: checked || undefined })}
    />
  );
  const assigned = (to: string, label: string) => (
    <Checkbox
      label={label}
      checked={state.assigned === to}
      onChange={({ currentTarget: { checked } }) => change({ assigned: checked ? to : undefined })}
    />
  );
  return (
    <>
      <DateFilter label={t('filter.from')} value={state.from} onChange={(from) => change({ from })} />
      <DateFilter label={t('filter.to')} value={state.to} onChange={(to) => change({ to })} />
      <DateFilter label={t('filter.collect')} value={state.collect} onChange={(collect) => change({ collect })} />
      <div className={`row ${styles.checks}`}>
        {flag('missing', t('filter.missing'))}
        {assigned(oneself, t('filter.mine'))}
        {assigned(nobody, t('filter.unassigned'))}
        {flag('late', t('filter.late'))}
        {flag('guessed', t('filter.guessed'))}
        {years && flag('past', t('filter.past', { count: years, years: number(years) }))}
        {flag('deleted', t('filter.deleted'))}
      </div>
    </>
  );
}
