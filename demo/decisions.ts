/**
 * The arrival of an applicant and the decisions since. Arrivals grow towards today and decisions come with age, so that
 * lists and charts look realistic.
 */
import { limits } from '../contract/limits.ts';
import { initialStatus, type Status } from '../contract/status.ts';
import { businessDayAfter, dateOf, dayOf, isWorkingDay, momentOf } from './calendar.ts';
import type { Random } from './random.ts';
import { notes } from './vocabulary.ts';

export interface DemoDecision {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly status: Status;
  readonly visaCollectDate: string | null;
  readonly visaApproveDate: string | null;
  readonly note: string | null;
}

export interface Progress {
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  readonly status: Status;
  readonly visaCollectDate: string | null;
  readonly visaApproveDate: string | null;
  /** Oldest first; the last one agrees with the state above. */
  readonly history: readonly DemoDecision[];
}

const hourMs = 3_600_000;
/** About fourteen months. */
const spanDays = 425;

/** The progress of record `index` of `total`; `today` is the day in Dhaka. Nothing is later than yesterday. */
export function progressOf(index: number, total: number, today: string, random: Random): Progress {
  const left = 1 - (index + 0.5) / total;
  const age = spanDays * (0.2 * left + 0.8 * left ** 3);
  const todayNumber = dayOf(today);
  const arrival = Math.floor(-age);
  const history = decisionsOf(todayNumber + arrival, todayNumber, age, random);
  const last = history.at(-1);
  return {
    createdAt: momentOf(todayNumber + arrival, (7.5 + 14.5 * (-age - arrival)) * hourMs),
    status: last?.status ?? initialStatus,
    visaCollectDate: last?.visaCollectDate ?? null,
    visaApproveDate: last?.visaApproveDate ?? null,
    history,
  };
}

type Dates = Pick<DemoDecision, 'visaCollectDate' | 'visaApproveDate'>;

function decisionsOf(arrival: number, today: number, age: number, random: Random): DemoDecision[] {
  const history: DemoDecision[] = [];
  let day = arrival;

  /** Adds a decision on the first working day after `wait` days, unless that is still to come. */
  function decide(
    wait: number,
    status: Status,
    datesOf: (day: number) => Dates,
    remarks: readonly [string, ...string[]],
  ): boolean {
    let then = day + wait;
    while (!isWorkingDay(then)) then++;
    if (then >= today) return false;
    day = then;
    const { visaCollectDate, visaApproveDate } = datesOf(day);
    const at = momentOf(day, random.between(9 * 60, 17 * 60) * 60_000);
    const note = random.chance(0.45) ? random.pick(remarks) : null;
    history.push({ at, status, visaCollectDate, visaApproveDate, note });
    return true;
  }

  const withoutDates = (): Dates => ({ visaCollectDate: null, visaApproveDate: null });
  const perhapsExpected = (on: number): Dates => ({
    visaCollectDate: random.chance(0.4) ? businessDayAfter(on, random.between(5, 15)) : null,
    visaApproveDate: null,
  });
  const approved = (on: number): Dates => ({
    visaCollectDate: businessDayAfter(on, random.chance(0.85) ? limits.collectAfterBusinessDays : random.between(3, 6)),
    visaApproveDate: dateOf(on),
  });

  if (random.chance(0.25)) decide(random.between(3, 9), 'Pending', perhapsExpected, notes.waiting);

  const isRecent = age < limits.lateAfterDays;
  const chanceOfResult = isRecent ? (age > 12 ? 0.12 : 0) : age < 2 * limits.lateAfterDays ? 0.5 : 0.84;
  if (!random.chance(chanceOfResult)) return history;
  const wait = isRecent ? 9 : random.between(14, 32);

  if (random.chance(0.3)) {
    if (!decide(wait, 'Rejected', withoutDates, notes.rejected)) return history;
    if (random.chance(0.08)) decide(random.between(8, 20), 'Pending', perhapsExpected, notes.reopened);
    if (random.chance(0.1)) decide(random.between(10, 24), 'Approved', approved, notes.approved);
    return history;
  }

  if (!decide(wait, 'Approved', approved, notes.approved)) return history;
  const visaApproveDate = history.at(-1)?.visaApproveDate ?? null;
  if (random.chance(0.06)) {
    decide(
      random.between(1, 2),
      'Approved',
      (on) => ({ visaCollectDate: businessDayAfter(on, random.between(3, 7)), visaApproveDate }),
      notes.moved,
    );
  }
  return history;
}
