/** What was typed into the decisions of an application and not sent, until the browser leaves or reloads the office. */
import type { DecisionKind } from '../../../../contract/status.ts';
import type { DecisionValues } from './decision-fields.tsx';

/** The note, and for each decision the fields that differ from their initial values. */
export interface TypedDecisions {
  note: string;
  fields: Partial<Record<DecisionKind, Partial<DecisionValues>>>;
}

export const nothingTyped: TypedDecisions = { note: '', fields: {} };

/** By the id of the application. */
const typedById = new Map<string, { current: TypedDecisions }>();

export function typedDecisionsOf(id: string): { current: TypedDecisions } {
  const typed = typedById.get(id) ?? { current: nothingTyped };
  typedById.set(id, typed);
  return typed;
}
