/** The budgets of the public pages and of the office. One KB is 1,000 bytes. */
import { type Language, languages } from '../contract/language.ts';

const kilobyte = 1_000;

export interface Budget {
  sentence: string;
  /** The minimum of a score, the maximum of all else. */
  limit: number;
  unit: 'score' | 'ms' | 'shift' | 'bytes' | 'count' | 'percent';
}

const bytes = (sentence: string, kilobytes: number): Budget => ({
  sentence,
  limit: kilobytes * kilobyte,
  unit: 'bytes',
});

export const budgets = {
  performance: { sentence: 'Lighthouse, mobile on slow 4G: performance', limit: 100, unit: 'score' },
  accessibility: { sentence: 'Lighthouse: accessibility', limit: 100, unit: 'score' },
  'best-practices': { sentence: 'Lighthouse: best practices', limit: 100, unit: 'score' },
  seo: { sentence: 'Lighthouse: search engines', limit: 100, unit: 'score' },
  largestPaint: { sentence: 'largest paint', limit: 1_000, unit: 'ms' },
  blocking: { sentence: 'blocking time', limit: 0, unit: 'ms' },
  shift: { sentence: 'layout shift', limit: 0.01, unit: 'shift' },
  scriptGzip: bytes('script of a page, gzip', 6),
  styleGzip: bytes('style of a page, gzip', 15),
  homeWire: bytes('the home page over the wire, before the film', 90),
  otherWire: bytes('another page over the wire', 45),
  banglaLetters: bytes('the Bangla letters on top', 60),
  film: bytes('the film', 700),
  poster: bytes('its poster', 25),
  loginScript: bytes('script of the login, gzip', 150),
  listScript: bytes('script of the list of applications in all, gzip', 260),
  listCold: { sentence: 'list of applications with rows, slow 4G, nothing cached', limit: 3_000, unit: 'ms' },
  listWarm: { sentence: 'the same with a warm cache', limit: 1_000, unit: 'ms' },
  search: { sentence: 'key press in the search to rows, beyond the debounce', limit: 150, unit: 'ms' },
  findAndApprove: { sentence: 'keys to find a file by four characters and approve it', limit: 9, unit: 'count' },
  nextOfQueue: { sentence: 'keys to open the next file of the queue and approve it', limit: 3, unit: 'count' },
  sixPapers: { sentence: 'actions to add six papers by the picker', limit: 3, unit: 'count' },
  addForEmployer: {
    sentence: 'keys to add with photo for the same employer, of those for all fields',
    limit: 60,
    unit: 'percent',
  },
  openFromList: { sentence: 'key press on a row to the file, warm cache', limit: 100, unit: 'ms' },
  openNext: { sentence: 'key press to the next file, loaded ahead', limit: 100, unit: 'ms' },
  preview: { sentence: 'photo chosen to preview shown', limit: 100, unit: 'ms' },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** The budget of all bytes of a page before the film. */
export function wireBudget(path: string, language: Language): Budget {
  const { sentence, limit } = path === '/' ? budgets.homeWire : budgets.otherWire;
  if (!languages[language].hasLargeFont) return { sentence, limit, unit: 'bytes' };
  return { sentence: `${sentence}, with Bangla letters`, limit: limit + budgets.banglaLetters.limit, unit: 'bytes' };
}

export function holds({ limit, unit }: Budget, value: number): boolean {
  return unit === 'score' ? value >= limit : value <= limit;
}
