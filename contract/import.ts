/** The import of a spreadsheet: its states, its columns, and what the office may ask of it. */
import type { FormField } from './application-form.ts';
import { fieldNamedBy } from './field-headings.ts';

interface StateRow {
  /** The product is at work; nothing can be asked of the import but to stop. */
  isBusy: boolean;
  /** What may be asked in this state. */
  may: readonly ImportStep[];
}

const importSteps = ['check', 'start', 'undo', 'delete'] as const;
export type ImportStep = (typeof importSteps)[number];

/** In the order in which an import passes them. */
export const importStates = {
  reading: { isBusy: true, may: [] },
  read: { isBusy: false, may: ['check', 'delete'] },
  checking: { isBusy: true, may: [] },
  checked: { isBusy: false, may: ['check', 'start', 'delete'] },
  importing: { isBusy: true, may: ['undo'] },
  imported: { isBusy: false, may: ['undo', 'delete'] },
  undoing: { isBusy: true, may: [] },
  undone: { isBusy: false, may: ['delete'] },
} as const satisfies Record<string, StateRow>;
export type ImportState = keyof typeof importStates;
export const importStateNames = Object.keys(importStates) as [ImportState, ...ImportState[]];

/** Nothing has come of it yet, so it is kept for less long. */
export const unfinishedStates = ['reading', 'read', 'checked'] as const satisfies readonly ImportState[];

/** Where a background job goes on; a file is read while its request waits. */
export const backgroundStates = ['checking', 'importing', 'undoing'] as const satisfies readonly ImportState[];

export function mayStep(state: ImportState, step: ImportStep): boolean {
  const { may }: StateRow = importStates[state];
  return may.includes(step);
}

export const statesBefore = (step: ImportStep) => importStateNames.filter((state) => mayStep(state, step));

/** What became of a row: still to be checked, fit or refused, imported; and after an undo the last three. */
export const importRowStates = ['read', 'fit', 'refused', 'imported', 'takenBack', 'kept', 'lost'] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** In which order a date such as 05/01/1990 has day and month; until somebody says it, such a date is refused. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The field of each column of the file; null for one that is left out. */
export type ImportColumns = readonly (FormField | null)[];

/** A guess by the headings; of two columns with the same field the first has it, and somebody says what the other is. */
export function guessColumns(headings: readonly string[]): (FormField | null)[] {
  const taken = new Set<FormField>();
  return headings.map((heading) => {
    const field = fieldNamedBy(heading);
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}
