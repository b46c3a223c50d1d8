/** What the pages show of the fields and documents of an application. */
import {
  type FieldOfKind,
  type FieldRow,
  type FormField,
  formFieldNames,
  formFields,
  jobTitles,
  type Slot,
  type SlotRow,
  sexes,
  slotNames,
  slots,
} from '../../contract/application-form.ts';
import { extensionOf } from '../../contract/files.ts';
import type { Language } from '../../contract/language.ts';

export const choicesOf: Record<FieldOfKind<'choice'>, readonly string[]> = { sex: sexes, jobTitle: jobTitles };

/** Shown where a value is empty. */
export const emptyValue = '–';

export function isFormField(name: string): name is FormField {
  return Object.hasOwn(formFields, name);
}

/** The fields that another application for the same employer copies. */
export const employerFields = formFieldNames.filter((name) => {
  const row: FieldRow = formFields[name];
  return row.isOfEmployer === true;
});

export function labelForApplicants(slot: Slot): Record<Language, string> {
  const row: SlotRow = slots[slot];
  return row.labelForApplicants ?? row.label;
}

/** The slots in which an application has a document. */
export function filledSlots(application: Readonly<Record<Slot, string | null>>): Slot[] {
  return slotNames.filter((slot) => application[slot] !== null);
}

export function isPdf(url: string): boolean {
  return url.endsWith(`.${extensionOf('application/pdf')}`);
}
