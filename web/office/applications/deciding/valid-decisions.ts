import type { HistoryEntry } from '../../../../contract/answers.ts';

/** A withdrawn decision stays in the history, but nothing follows from it. */
export const isValid = ({ withdrawn }: HistoryEntry): boolean => withdrawn === null;
