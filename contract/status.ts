/**
 * The statuses of an application: which decision gives each, by which call, where it leads and what its dates mean. The
 * server enforces this table and the office draws its buttons from it.
 */
import { recordOf } from './record-of.ts';

/**
 * What a status means for everything that follows from it, dates first: while `open` there may be an expected collect
 * date, `granted` has an approve date and a collect date, `refused` has neither.
 */
export type Outcome = 'open' | 'granted' | 'refused';

interface StatusRow {
  outcome: Outcome;
  /** What the staff do to give it. */
  decision: string;
  /** The call of the API that does it, and the last part of its path. */
  call: string;
  path: string;
}

/** The first is that of every new application. */
const table = {
  Pending: { outcome: 'open', decision: 'pending', call: 'setPending', path: 'updateApplicationPending' },
  Approved: { outcome: 'granted', decision: 'approve', call: 'approve', path: 'updateApplicationApprove' },
  Rejected: { outcome: 'refused', decision: 'reject', call: 'reject', path: 'updateApplicationReject' },
} as const satisfies Record<string, StatusRow>;

export type Status = keyof typeof table;
export const statuses = Object.keys(table) as [Status, ...Status[]];
export const firstStatus: Status = statuses[0];

/** Where each leads. Deciding the same again corrects its dates, hence each leads to itself. */
const transitions: Record<Status, readonly Status[]> = {
  Pending: ['Pending', 'Approved', 'Rejected'],
  Approved: ['Pending', 'Approved', 'Rejected'],
  Rejected: ['Pending', 'Approved', 'Rejected'],
};

export type Decision = (typeof table)[Status]['decision'];
export const decisions = statuses.map((status) => table[status].decision);

export type DecisionCall = (typeof table)[Status]['call'];
export const decisionCalls = statuses.map((status) => table[status].call);

const statusOf = Object.fromEntries(statuses.map((status) => [table[status].decision, status])) as Record<
  Decision,
  Status
>;

export function outcomeOf(status: Status): Outcome {
  return table[status].outcome;
}

/** Those that a decision ends with. */
export const decidedStatuses = statuses.filter((status) => outcomeOf(status) !== 'open');

export type StatusWith<Of extends Outcome> = {
  [Each in Status]: (typeof table)[Each]['outcome'] extends Of ? Each : never;
}[Status];

/** Something of a status, made as its outcome wants it. */
export function byOutcome<T>(status: Status, make: { [Of in Outcome]: (status: StatusWith<Of>) => T }): T {
  // The compiler does not see that the status has the outcome by which the function was chosen.
  return make[outcomeOf(status)](status as never);
}

export function outcomeOfDecision(decision: Decision): Outcome {
  return outcomeOf(statusOf[decision]);
}

export function decisionFor(status: Status): Decision {
  return table[status].decision;
}

export function statusGivenBy(decision: Decision): Status {
  return statusOf[decision];
}

export function callFor(decision: Decision): DecisionCall {
  return table[statusOf[decision]].call;
}

const decisionOfCall = Object.fromEntries(
  statuses.map((status) => [table[status].call, table[status].decision]),
) as Record<DecisionCall, Decision>;

/** Something for each call that decides. */
export function forEachDecisionCall<T>(make: (decision: Decision) => T): Record<DecisionCall, T> {
  return recordOf(decisionCalls, (call) => make(decisionOfCall[call]));
}

/** The last part of the path of the call that decides so. */
export function pathFor(decision: Decision): string {
  return table[statusOf[decision]].path;
}

/** The status that a decision leads to, or null where the table has no such way. */
export function statusAfter(status: Status, decision: Decision): Status | null {
  const next = statusOf[decision];
  return transitions[status].includes(next) ? next : null;
}
