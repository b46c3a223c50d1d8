/**
 * The states of an application and the ways between them. The server enforces this
 * table and the buttons are drawn from it.
 */
export const statuses = ['Pending', 'Approved', 'Rejected'] as const;
export type Status = (typeof statuses)[number];

export const decisions = ['pending', 'approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** Deciding the same again corrects its dates, hence each state leads to itself. */
export const transitions = {
  Pending: { pending: 'Pending', approve: 'Approved', reject: 'Rejected' },
  Approved: { pending: 'Pending', approve: 'Approved', reject: 'Rejected' },
  Rejected: { pending: 'Pending', approve: 'Approved', reject: 'Rejected' },
} as const satisfies Record<Status, Partial<Record<Decision, Status>>>;

/** The state that a decision leads to, or null where the table has no such way. */
export function statusAfter(status: Status, decision: Decision): Status | null {
  const ways: Partial<Record<Decision, Status>> = transitions[status];
  return ways[decision] ?? null;
}
