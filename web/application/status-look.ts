/** The look of a status follows its outcome: a new status needs no colour and no icon of its own. */
import { type Outcome, outcomeOf, type Status } from '../../contract/status.ts';
import styles from './outcome.module.css';

/** Paths of icons, 24 by 24: an hourglass, a tick, a cross. */
const shapes: Record<Outcome, string> = {
  open: 'M7 3h10M7 21h10M8 3v3.5c0 2 4 3.5 4 5.5s-4 3.5-4 5.5V21M16 3v3.5c0 2-4 3.5-4 5.5s4 3.5 4 5.5V21',
  positive: 'M4 12.5 9.5 18 20 6.5',
  negative: 'M6 6l12 12M18 6 6 18',
};

export function shapeOf(status: Status): string {
  return shapes[outcomeOf(status)];
}

/** The class that sets the colours of an outcome as variables. */
export function outcomeClass(outcome: Outcome): string {
  return styles[outcome] ?? '';
}

export function statusClass(status: Status): string {
  return outcomeClass(outcomeOf(status));
}
