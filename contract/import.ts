/** The import of a spreadsheet: its states, the steps that are allowed in each, and its columns. */
import type { FormField } from './application-form.ts';

interface StateRow {
  /** The product is working on it. */
  isBusy: boolean;
  /** The steps that staff may take in this state; `start` only if there are rows that fit. */
  may: readonly ImportStep[];
}

export type ImportStep = 'check' | 'start' | 'undo' | 'delete';

/** In the order in which an import passes them. */
export const importStates = {
  reading: { isBusy: true, may: [] },
  read: { isBusy: false, may: ['check', 'delete'] },
  checking: { isBusy: true, may: [] },
  checked: { isBusy: false, may: ['check', 'start', 'delete'] },
  importing: { isBusy: true, may: ['undo'] },
  imported: { isBusy: false, may: ['start', 'undo', 'delete'] },
  undoing: { isBusy: true, may: [] },
  undone: { isBusy: false, may: ['delete'] },
} as const satisfies Record<string, StateRow>;
export type ImportState = keyof typeof importStates;
export const importStateNames = Object.keys(importStates) as [ImportState, ...ImportState[]];

export function mayStep(state: ImportState, step: ImportStep): boolean {
  const { may }: StateRow = importStates[state];
  return may.includes(step);
}

/** The states of a row: not checked yet, fit or refused, imported; the last three follow an undo. */
export const importRowStates = ['read', 'fit', 'refused', 'imported', 'takenBack', 'kept', 'lost'] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** The order of day and month in dates such as 05/01/1990, which are refused until it is chosen. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The field of each column of the file; null for one that is left out. */
export type ImportColumns = readonly (FormField | null)[];
