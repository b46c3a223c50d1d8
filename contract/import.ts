/** The import of a spreadsheet: its states, the steps that are allowed in each, and its columns. */
import type { FormField } from './application-form.ts';

interface StateRow {
  /** The product is working on it: while the request waits that reads the file, or in the background. */
  work: 'request' | 'background' | null;
  /** The steps that staff may take in this state; `start` only if there are rows that fit. */
  may: readonly ImportStep[];
}

export type ImportStep = 'check' | 'start' | 'undo' | 'delete';

/** In the order in which an import passes them. */
const importStates = {
  reading: { work: 'request', may: [] },
  read: { work: null, may: ['check', 'delete'] },
  checking: { work: 'background', may: [] },
  checked: { work: null, may: ['check', 'start', 'delete'] },
  importing: { work: 'background', may: ['undo'] },
  imported: { work: null, may: ['start', 'undo', 'delete'] },
  undoing: { work: 'background', may: [] },
  undone: { work: null, may: ['delete'] },
} as const satisfies Record<string, StateRow>;
export type ImportState = keyof typeof importStates;
export const importStateNames = Object.keys(importStates) as [ImportState, ...ImportState[]];

export function isBusy(state: ImportState): boolean {
  return importStates[state].work !== null;
}

export type BackgroundState = {
  [State in ImportState]: (typeof importStates)[State]['work'] extends 'background' ? State : never;
}[ImportState];
/** The states that a background job continues. */
export const backgroundStates = importStateNames.filter((state) => importStates[state].work === 'background');

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
