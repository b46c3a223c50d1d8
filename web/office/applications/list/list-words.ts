/** Sentences about the list: its active filters, its range and its total. */
import { nobody, oneself } from '../../../../contract/assigning.ts';
import { isCalendarDate } from '../../../../contract/dates.ts';
import { shortDate } from '../../../texts/dates.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { useTexts as useFilterTexts } from '../../../texts/office/filters.ts';
import type { ApplicationPage } from '../application-queries.ts';
import type { CollapsedFilter, ListState } from './list-state.ts';

/** In the order of their words. */
const collapsedFilters = Object.keys({
  from: true,
  to: true,
  collect: true,
  assigned: true,
  missing: true,
  late: true,
  guessed: true,
  past: true,
  deleted: true,
} satisfies Record<CollapsedFilter, true>) as CollapsedFilter[];

/** The active ones of the collapsed filters, in words. */
export function useFilterWords(state: ListState): { name: CollapsedFilter; words: string }[] {
  const { t, language } = useFilterTexts();
  const { assigned } = state;
  const who = assigned === oneself || assigned === nobody ? assigned : 'one';
  const inWords = (value: string) => (isCalendarDate(value) ? shortDate(value, language) : value);
  return collapsedFilters
    .filter((name) => state[name])
    .map((name) => ({
      name,
      words: name === 'assigned' ? t(`assigned.${who}`) : t(name, { value: inWords(String(state[name])) }),
    }));
}

export function useListWords() {
  const { t } = useTexts();
  const number = useNumber();
  return {
    caption: ({ request, applications }: ApplicationPage) => {
      const before = (request.page - 1) * request.limit;
      return t('caption', { from: number(before + 1), to: number(before + applications.length) });
    },
    total: ({ request: { page, search }, totalApplication: count, totalPages }: ApplicationPage) => {
      const values = { count, number: number(count), search };
      const text = search ? t('results', values) : t('total', values);
      return page > 1 && count > 0 ? t('onPage', { text, page: number(page), pages: number(totalPages) }) : text;
    },
  };
}
