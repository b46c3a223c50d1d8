/** Sentences about the list: its active filters, its range and its total. */
import { sortFields } from '../../../../contract/application-form.ts';
import { nobody, oneself } from '../../../../contract/assigning.ts';
import { statuses } from '../../../../contract/status.ts';
import type { ExportDetail } from '../../../../contract/transfer-answers.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { useStatusTexts } from '../../../texts/status.ts';
import type { ApplicationPage } from '../application-queries.ts';
import { type ListState, usualOrder } from './list-state.ts';

const foldedFilters = ['from', 'to', 'collect', 'assigned', 'missing', 'late', 'guessed', 'past', 'deleted'] as const;

type FoldedFilter = (typeof foldedFilters)[number];

/** The active ones of the folded filters, in words. */
export function useFilterWords(state: ListState): { name: FoldedFilter; words: string }[] {
  const words = useFilterWording();
  return foldedFilters.filter((name) => state[name]).map((name) => ({ name, words: words(name, String(state[name])) }));
}

function useFilterWording() {
  const { t } = useTexts();
  return (name: FoldedFilter, value: string) => {
    if (name !== 'assigned') return t(`chip.${name}`, { value });
    return t(`chip.assigned.${value === oneself || value === nobody ? value : 'one'}`);
  };
}

/**
 * What an export selected and how it was sorted, in words, from its entry in the audit log. What only a newer server
 * knows is shown as it is.
 */
export function useExportWords(): (filter: ExportDetail['filter']) => string[] {
  const { t } = useTexts();
  const { t: statusText } = useStatusTexts();
  const wording = useFilterWording();
  const words = (name: string, value: string) => {
    const status = statuses.find((one) => name === 'status' && one === value);
    if (status) return statusText(`${status}.word`);
    const folded = foldedFilters.find((one) => one === name);
    if (folded) return wording(folded, value);
    return name === 'search' || name === 'ids' ? t(`chip.${name}`) : `${name} ${value}`;
  };
  return ({ sort = '', order, ...filter }) => {
    const sorted = sortFields.find((one) => one === (sort || 'createdAt'));
    const direction = order === 'asc' || order === 'desc' ? order : usualOrder(sorted ?? 'createdAt');
    const sorting = sorted ? t(`sorting.${sorted}-${direction}`) : sort;
    const filters = Object.entries(filter).map(([name, value]) => words(name, value));
    return sort || order ? [...filters, sorting] : filters;
  };
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
