/** Lists for the staff: filters by days in Dhaka, exact totals, and pages as of one moment. */
import { nobody, oneself } from '../../contract/assigning.ts';
import { addDays, dhakaDay, dhakaMidnight, isCalendarDate } from '../../contract/dates.ts';
import { lateBefore } from '../../contract/late.ts';
import { type Status, statuses, undecidedStatus } from '../../contract/status.ts';
import { passportKey } from '../../contract/text.ts';
import { type Context, inTransaction, signedIn } from '../context.ts';
import { guessedSince } from '../guesses/guesses.ts';
import { fieldRefusal } from '../refusal.ts';
import type { ListedRow } from './applications.ts';
import { countMatching } from './count.db.ts';
import { keySearch } from './key-search.db.ts';
import {
  type ChangedRecord,
  changesSince,
  countNewer,
  currentSequence,
  hasTally,
  idsMatching,
  type KnownSequences,
  knownSequences,
  type ListConditions,
  type ListSnapshot,
  lockSequences,
  newestOf,
  pageOf,
  rowsOf,
  runCounts,
  runSizes,
  type SortColumn,
  searchAlone,
  totals,
  wholePage,
} from './list.db.ts';
import type { FindRequest } from './requests.ts';
import { fromNearerEnd, isScanFaster, newestSearchPage, passportSearch, type Search, searchPage } from './search.db.ts';
import { searchTermsOf } from './search-terms.ts';
import { usesWorkTally, workTallyTotal } from './work.db.ts';

export interface ApplicationPage {
  rows: ListedRow[];
  total: number;
  /** With this, further pages show the list as it was at the first page. */
  asOf: number;
}

export const sortColumns: Record<FindRequest['sort'], SortColumn> = {
  createdAt: 'sequence',
  givenN: 'givenNameKey',
  passport: 'passportKey',
  isStatus: 'status',
};

/** The highest possible sequence number, that of PostgreSQL's integer. */
const sequenceMax = 2 ** 31 - 1;

/** How many records may be removed or restored between the pages of one `asOf`. */
export const changesMax = 10_000;

/** A page that needs several statements is read again if an application came or went between them. */
const triesMax = 4;

export async function listApplications(ctx: Context, query: FindRequest): Promise<ApplicationPage> {
  const newest = await newestPage(ctx, query);
  if (newest) return newest;
  for (let tries = 0; tries < triesMax; tries++) {
    const known = await knownSequences(ctx);
    const page = await pageAt(ctx, query, known);
    const { earliest, latest } = await knownSequences(ctx);
    if (latest === known.latest && earliest === known.earliest) return page;
  }
  // Changes keep coming, so this attempt locks them out.
  return inTransaction(ctx, async (ctx) => pageAt(ctx, query, await lockSequences(ctx.db)));
}

/** One of the first pages of the newest records, by one statement; null where one is not enough. */
async function newestPage(ctx: Context, query: FindRequest): Promise<ApplicationPage | null> {
  const window = { offset: (query.page - 1) * query.limit, limit: query.limit };
  if (query.sort !== 'createdAt' || query.order === 'asc' || window.offset >= runSizes[1]) return null;
  const conditions = conditionsOf(ctx, query, null);
  const search = searchAlone(conditions);
  const source = search ? newestSearchPage(search, window) : hasTally(conditions) ? newestOf(conditions, window) : null;
  if (!source) return null;
  const page = await wholePage(ctx.db, source);
  if (query.asOf !== undefined && query.asOf !== page.asOf) return null;
  // The total of a search is on its rows, so an empty page has none.
  return search && page.rows.length === 0 && window.offset > 0 ? null : page;
}

async function pageAt(ctx: Context, query: FindRequest, known: KnownSequences): Promise<ApplicationPage> {
  const now = known.latest;
  const asOf = query.asOf ?? now;
  // A record that is gone for good cannot be put back into the earlier list, so later pages would be shifted by one.
  if (asOf > now || (asOf < known.earliest && !query.deleted)) throw fieldRefusal('asOf', 'invalid_filter');
  const snapshot = asOf < now ? await snapshotAt(ctx, asOf) : null;
  const conditions = conditionsOf(ctx, query, snapshot);
  const window = {
    // With bounds of arrival, the index on the time of arrival gives the same order.
    sort:
      query.sort === 'createdAt' && (conditions.createdFrom || conditions.createdBefore)
        ? 'createdAt'
        : sortColumns[query.sort],
    order: orderOf(query),
    offset: (query.page - 1) * query.limit,
    limit: query.limit,
    atMost: null,
    isScanned: false,
  } as const;
  const alone = searchAlone(conditions);
  if (alone && window.sort === 'sequence') {
    const { sequences, total } = await searchPage(ctx.db, alone, window, now);
    return { rows: await rowsOf(ctx.db, sequences), total, asOf };
  }
  // The tally of work has only the present counts.
  if (!hasTally(conditions) || (snapshot && usesWorkTally(conditions))) {
    const total = await countMatching(ctx, conditions);
    if (window.offset >= total) return { rows: [], total, asOf };
    const { search } = conditions;
    const isScanned = isScanFaster(window, total, now);
    const searched = { ...conditions, search: search && { ...search, isScanned } };
    return { rows: await pageFromNearerEnd(ctx, searched, { ...window, newest: now }, total), total, asOf };
  }
  const total = usesWorkTally(conditions) ? await workTallyTotal(ctx.db, conditions) : await totalOf(ctx, conditions);
  if (window.offset >= total) return { rows: [], total, asOf };
  if (window.sort !== 'sequence' || usesWorkTally(conditions))
    return { rows: await pageFromNearerEnd(ctx, conditions, { ...window, newest: now }, total), total, asOf };
  const isNewestFirst = window.order === 'desc';
  const fromNewest = isNewestFirst ? window.offset : Math.max(0, total - window.offset - window.limit);
  const limit = Math.min(window.limit, total - window.offset);
  const start = await startOf(ctx, conditions, fromNewest);
  const rows = await pageOf(ctx.db, conditions, { ...window, order: 'desc', limit, ...start });
  return { rows: isNewestFirst ? rows : rows.reverse(), total, asOf };
}

/** Newest first, and other fields from A to Z, unless the caller says otherwise. */
export function orderOf({ sort, order }: Pick<FindRequest, 'sort' | 'order'>): 'asc' | 'desc' {
  return order ?? (sort === 'createdAt' ? 'desc' : 'asc');
}

/** The ids of the newest records that a filter matches and that had arrived at its `asOf`. */
export async function matchingIds(ctx: Context, query: FindRequest, limit: number): Promise<string[]> {
  const now = await currentSequence(ctx);
  if (query.asOf === undefined || query.asOf > now) throw fieldRefusal('asOf', 'invalid_filter');
  const snapshot = query.asOf < now ? await snapshotAt(ctx, query.asOf) : null;
  return idsMatching(ctx.db, conditionsOf(ctx, query, snapshot), limit);
}

export const unfiltered: ListConditions = {
  isDeleted: false,
  status: null,
  search: null,
  createdFrom: null,
  createdBefore: null,
  collectDate: null,
  guessedSince: null,
  decidedBefore: null,
  assigned: null,
  isMissing: false,
  snapshot: null,
};

type Refusable = 'late' | 'past' | 'status';

/** The filter that the list refuses beside the others or with these settings; null if there is none. */
export function refusedFilter(
  { settings }: Context,
  { late, past, status }: Partial<Record<Refusable, string | boolean | undefined>>,
): 'late' | 'past' | null {
  if (late && status && status !== undecidedStatus) return 'late';
  return past && settings.retentionYears === null ? 'past' : null;
}

/** The conditions of a list's filters now. */
export function conditionsOf(ctx: Context, query: FindRequest, snapshot: ListSnapshot | null): ListConditions {
  const refused = refusedFilter(ctx, query);
  if (refused) throw fieldRefusal(refused, 'invalid_filter');
  const late = query.late ? lateConditions(ctx) : null;
  const before = query.to ? dhakaMidnight(addDays(query.to, 1)) : null;
  return {
    isDeleted: query.deleted ?? false,
    status: late?.status ?? query.status ?? null,
    search: searchOf(ctx, query),
    createdFrom: query.from ? dhakaMidnight(query.from) : null,
    createdBefore: late && (before === null || late.createdBefore < before) ? late.createdBefore : before,
    collectDate: query.collect ?? null,
    guessedSince: query.guessed ? guessedSince(ctx) : null,
    decidedBefore: query.past ? pastBefore(ctx) : null,
    assigned: query.assigned === undefined ? null : { to: accountOf(ctx, query.assigned) },
    isMissing: query.missing ?? false,
    snapshot,
  };
}

/** The account that a request names; null for nobody. */
export function accountOf(ctx: Context, named: NonNullable<FindRequest['assigned']>): string | null {
  if (named === nobody) return null;
  return named === oneself ? signedIn(ctx).id : named;
}

function searchOf({ database }: Context, query: FindRequest): Search | null {
  if (query.find !== '' && query.search !== '') throw fieldRefusal('find', 'invalid_search');
  if (query.find !== '') return keySearch(database, searchTermsOf(query.find));
  const passport = passportKey(query.search);
  return passport === '' ? null : passportSearch(database, passport);
}

export function lateConditions(ctx: Context): { status: Status; createdBefore: string } {
  return { status: undecidedStatus, createdBefore: lateBefore(ctx.now()) };
}

/** Records decided before this time have been stored for longer than the settings allow. */
function pastBefore({ settings, now }: Context): string | null {
  const { retentionYears } = settings;
  return retentionYears === null ? null : dhakaMidnight(yearsBefore(dhakaDay(now()), retentionYears));
}

/** The same day so many years before; 28 February instead of a 29 February that the year does not have. */
function yearsBefore(date: string, years: number): string {
  const before = `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
  return isCalendarDate(before) ? before : before.replace(/29$/, '28');
}

async function snapshotAt(ctx: Context, sequence: number): Promise<ListSnapshot> {
  const changes = await changesSince(ctx.db, sequence, changesMax);
  // After too many changes the list must be read again from the start: the engines limit the values in a statement.
  if (!changes) throw fieldRefusal('asOf', 'invalid_filter');
  return { sequence, ...changes };
}

async function totalOf(ctx: Context, { status, snapshot }: ListConditions): Promise<number> {
  const counts = await totals(ctx.db);
  const now = statuses.reduce((sum, one) => sum + (status === null || status === one ? (counts.get(one) ?? 0) : 0), 0);
  if (!snapshot) return now;
  const newer = await countNewer(ctx.db, snapshot.sequence, status);
  return now - newer + ofStatus(snapshot.removed, status).length - ofStatus(snapshot.restored, status).length;
}

/** Where the n-th newest record is, without reading the others: its run, and the offset within the run. */
async function startOf(
  ctx: Context,
  { status, snapshot }: ListConditions,
  fromNewest: number,
): Promise<{ atMost: number | null; offset: number }> {
  const [, smallest] = runSizes;
  if (fromNewest < smallest) return { atMost: null, offset: fromNewest };
  // The tallies of runs include records that arrived after the snapshot.
  let offset = fromNewest + (snapshot ? await countNewer(ctx.db, snapshot.sequence, status) : 0);
  let first = 0;
  let atMost = sequenceMax;
  for (const size of runSizes) {
    const range = { size, first: Math.floor(first / size), last: Math.floor(atMost / size), status };
    const counts = new Map((await runCounts(ctx.db, range)).map(({ run, count }) => [run, count]));
    if (snapshot) revertCounts(counts, range, snapshot);
    const runs = [...counts].sort(([one], [other]) => other - one);
    const found = runs.find(([, count]) => {
      if (offset < count) return true;
      offset -= count;
      return false;
    });
    if (!found) return { atMost: null, offset: fromNewest };
    first = found[0] * size;
    atMost = first + size - 1;
  }
  return snapshot && snapshot.sequence <= atMost ? { atMost: null, offset: fromNewest } : { atMost, offset };
}

/** Changes the present counts of these runs into those of the snapshot; records that arrived later stay counted. */
function revertCounts(
  counts: Map<number, number>,
  { size, first, last, status }: Parameters<typeof runCounts>[1],
  snapshot: ListSnapshot,
): void {
  const change = (rows: ChangedRecord[], by: number) => {
    for (const { sequence } of ofStatus(rows, status)) {
      const run = Math.floor(sequence / size);
      if (run >= first && run <= last) counts.set(run, (counts.get(run) ?? 0) + by);
    }
  };
  change(snapshot.removed, 1);
  change(snapshot.restored, -1);
}

function ofStatus(rows: ChangedRecord[], status: Status | null): ChangedRecord[] {
  return rows.filter((row) => status === null || row.status === status);
}

/** The orders that say nothing about which records a filter matches. */
const unrelatedToFilters: ReadonlySet<SortColumn> = new Set(['givenNameKey', 'passportKey']);

/** Reads a page in the second half of the list from its end; `newest` is the highest sequence number. */
async function pageFromNearerEnd(
  ctx: Context,
  conditions: ListConditions,
  { newest, ...window }: Parameters<typeof pageOf>[2] & { newest: number },
  total: number,
): Promise<ListedRow[]> {
  const { isReversed, ...nearer } = fromNearerEnd(window, total);
  const isScanned = unrelatedToFilters.has(window.sort) && isScanFaster(nearer, total, newest);
  const rows = await pageOf(ctx.db, conditions, { ...window, ...nearer, isScanned });
  return isReversed ? rows.reverse() : rows;
}
