/**
 * The statuses of an application: the decision and call that set each, the statuses that may follow, and the meaning of
 * its dates. The server enforces this table, and the office draws its buttons from it.
 */

/**
 * What a status means for dates, texts and looks: `open` may have an expected collect date, `positive` has an approve
 * date and a collect date, `negative` has neither.
 */
export type Outcome = 'open' | 'positive' | 'negative';

interface StatusRow {
  outcome: Outcome;
  /** The decision that sets this status. */
  decision: string;
  /** The API call for that decision, and the last part of its path. */
  call: string;
  path: string;
}

/** The first is the status of every new application. */
const table = {
  Pending: { outcome: 'open', decision: 'pending', call: 'setPending', path: 'updateApplicationPending' },
  Approved: { outcome: 'positive', decision: 'approve', call: 'approve', path: 'updateApplicationApprove' },
  Rejected: { outcome: 'negative', decision: 'reject', call: 'reject', path: 'updateApplicationReject' },
} as const satisfies Record<string, StatusRow>;

export type Status = keyof typeof table;
export const statuses = Object.keys(table) as [Status, ...Status[]];
export const initialStatus: Status = statuses[0];

/** The statuses that may follow each one. A repeated decision corrects its dates, so each may follow itself. */
const transitions: Record<Status, readonly Status[]> = {
  Pending: ['Pending', 'Approved', 'Rejected'],
  Approved: ['Pending', 'Approved', 'Rejected'],
  Rejected: ['Pending', 'Approved', 'Rejected'],
};

export type DecisionKind = (typeof table)[Status]['decision'];
export const decisions = statuses.map((status) => table[status].decision);

export type DecisionCall = (typeof table)[Status]['call'];

const statusOf = Object.fromEntries(statuses.map((status) => [table[status].decision, status])) as Record<
  DecisionKind,
  Status
>;

export function outcomeOf(status: Status): Outcome {
  return table[status].outcome;
}

export type StatusWith<Of extends Outcome> = {
  [Each in Status]: (typeof table)[Each]['outcome'] extends Of ? Each : never;
}[Status];

type OnlyOne<Of, Each = Of> = Each extends Of ? ([Of] extends [Each] ? Of : never) : never;

/**
 * The one status in which an application is undecided. The lists of late and of assigned records filter by it, so a
 * second open status does not compile here.
 */
export const undecidedStatus: OnlyOne<StatusWith<'open'>> = 'Pending';

/** The one status in which a visa is to be collected; the work queue filters by it. */
export const approvedStatus: OnlyOne<StatusWith<'positive'>> = 'Approved';

export function decisionFor(status: Status): DecisionKind {
  return table[status].decision;
}

export function statusGivenBy(decision: DecisionKind): Status {
  return statusOf[decision];
}

export function callFor(decision: DecisionKind): DecisionCall {
  return table[statusOf[decision]].call;
}

/** Builds a value for each call that decides, from the row of its status. */
export function forEachDecisionCall<T>(make: (row: (typeof table)[Status]) => T): Record<DecisionCall, T> {
  const rows = statuses.map((status) => table[status]);
  return Object.fromEntries(rows.map((row) => [row.call, make(row)])) as Record<DecisionCall, T>;
}

/** The status after a decision, or null where the table does not allow it. */
export function statusAfter(status: Status, decision: DecisionKind): Status | null {
  const next = statusOf[decision];
  return transitions[status].includes(next) ? next : null;
}
