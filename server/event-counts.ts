/**
 * The counters of the rules. The process keeps plain numbers, and a scrape reads them. Every label comes from this
 * table, so none can name a person or grow without bound. To count something else, add a row and call `count`.
 */
const kinds = {
  enquiries: { help: 'Status checks by outcome.', outcomes: ['found', 'missed', 'over_budget'] },
  sign_ins: { help: 'Sign-ins by outcome.', outcomes: ['signed_in', 'code_needed', 'refused'] },
  readings: {
    help: 'Times that a member of staff read more records within an hour than the limit.',
    outcomes: ['many'],
  },
  uploads: { help: 'Received files by outcome.', outcomes: ['accepted', 'refused'] },
} as const satisfies Record<string, { help: string; outcomes: readonly string[] }>;

type Kind = keyof typeof kinds;
type Outcome<K extends Kind> = (typeof kinds)[K]['outcomes'][number];

export interface EventCounts {
  count<K extends Kind>(kind: K, outcome: Outcome<K>): void;
  /** All of them, also those that are still zero: a rate needs the zero before the first event. */
  all(): { kind: Kind; help: string; outcomes: [string, number][] }[];
}

export function openEventCounts(): EventCounts {
  const rows = Object.entries(kinds) as [Kind, (typeof kinds)[Kind]][];
  const counts = new Map(
    rows.map(([kind, { outcomes }]) => [kind, new Map<string, number>(outcomes.map((o) => [o, 0]))]),
  );
  return {
    count(kind, outcome) {
      const byOutcome = counts.get(kind);
      byOutcome?.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
    },
    all: () => rows.map(([kind, { help }]) => ({ kind, help, outcomes: [...(counts.get(kind) ?? [])] })),
  };
}
