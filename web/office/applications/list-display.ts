/** Density, page size and columns of the list: a cookie keeps the choice; a saved view has its own. */
import { yearSeconds } from '../../../contract/language.ts';
import { limits } from '../../../contract/limits.ts';
import { columnsIn, columnsText, type ListColumn } from '../../../contract/list-columns.ts';

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

export const pageSizes = [limits.pageSize, 25, limits.pageSizeMax] as const;
export type PageSize = (typeof pageSizes)[number];

export interface ListDisplay {
  density: Density;
  pageSize: PageSize;
  columns: readonly ListColumn[];
}

export const defaultDisplay: ListDisplay = {
  density: 'compact',
  pageSize: limits.pageSize,
  columns: ['passport', 'nationality', 'status', 'arrived', 'collect', 'papers'],
};

export function pageSizeIn(text: string): PageSize | undefined {
  return pageSizes.find((size) => String(size) === text);
}

/** The cookie that keeps the choice on a device, in the form of `document.cookie`; it has nothing personal. */
export function displayCookie({ density, pageSize, columns }: ListDisplay): string {
  return `list=${density}.${pageSize}.${columnsText(columns)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}

export function displayOfCookie(header: string | null): ListDisplay {
  const [, density, size = '', columns = ''] = /(?:^|;\s*)list=(\w+)\.(\d+)\.([\w-]*)(?:;|$)/.exec(header ?? '') ?? [];
  const known = densities.find((name) => name === density);
  if (!known) return defaultDisplay;
  return { density: known, pageSize: pageSizeIn(size) ?? defaultDisplay.pageSize, columns: columnsIn(columns) };
}
