/** The filters of the list that unfold; they are loaded when the pointer or the focus comes near. */
import { Checkbox } from '@mantine/core';
import { limits } from '../../../../contract/limits.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { useSettings } from '../../../ui/page-title.tsx';
import { DateFilter } from '../../form/date-field.tsx';
import type { ListPlace } from './list-state.ts';
import styles from './list-toolbar.module.css';
import { useNumber } from './list-words.ts';

export default function FoldedFilters({ state, change }: Pick<ListPlace, 'state' | 'change'>) {
  const { t } = useTexts();
  const number = useNumber();
  const years = useSettings()?.retentionYears;
  return (
    <>
      <DateFilter label={t('filter.from')} value={state.from} onChange={(from) => change({ from })} />
      <DateFilter label={t('filter.to')} value={state.to} onChange={(to) => change({ to })} />
      <DateFilter label={t('filter.collect')} value={state.collect} onChange={(collect) => change({ collect })} />
      <div className={styles.checks}>
        <Checkbox
          label={t('filter.missing')}
          checked={state.missing ?? false}
          onChange={(event) => change({ missing: event.currentTarget.checked || undefined })}
        />
        <Checkbox
          label={t('filter.mine')}
          checked={state.assigned === 'me'}
          onChange={(event) => change({ assigned: event.currentTarget.checked ? 'me' : undefined })}
        />
        <Checkbox
          label={t('filter.nobodys')}
          checked={state.assigned === 'nobody'}
          onChange={(event) => change({ assigned: event.currentTarget.checked ? 'nobody' : undefined })}
        />
        <Checkbox
          label={t('filter.late', { weeks: number(limits.lateAfterDays / 7) })}
          checked={state.late ?? false}
          onChange={(event) => change({ late: event.currentTarget.checked || undefined })}
        />
        <Checkbox
          label={t('filter.guessed')}
          checked={state.guessed ?? false}
          onChange={(event) => change({ guessed: event.currentTarget.checked || undefined })}
        />
        {years && (
          <Checkbox
            label={t('filter.past', { count: years, years: number(years) })}
            checked={state.past ?? false}
            onChange={(event) => change({ past: event.currentTarget.checked || undefined })}
          />
        )}
        <Checkbox
          label={t('filter.deleted')}
          checked={state.deleted ?? false}
          onChange={(event) => change({ deleted: event.currentTarget.checked || undefined })}
        />
      </div>
    </>
  );
}
