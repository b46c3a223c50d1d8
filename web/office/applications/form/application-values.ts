/** The values of the application form, and their conversion from and to the API. */
import { z } from 'zod';
import type { Application } from '../../../../contract/answers.ts';
import { applicationChange, newApplication } from '../../../../contract/application.ts';
import { type FormField, formFieldNames, isOptional } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { normalizeTypedDate } from '../../form/typed-date.ts';

export type ApplicationValues = Record<FormField, string> & { image: File | null };

export const neededFields = formFieldNames.filter((name) => !isOptional(name));

export function valuesOf(record: Application | null): ApplicationValues {
  const typed = Object.fromEntries(formFieldNames.map((name) => [name, record?.[name] ?? '']));
  return { ...(typed as Record<FormField, string>), image: null };
}

export const todayInDhaka = () => dhakaDay(new Date());

/** The contract's rules, with a birth date in any accepted spelling. */
export function schemaFor(isNew: boolean) {
  const today = todayInDhaka();
  const { shape } = newApplication(today);
  const dob = z.preprocess((typed) => normalizeTypedDate(String(typed), today), shape.dob);
  return isNew ? newApplication(today).extend({ dob }) : applicationChange(today).extend({ dob });
}

export function formDataOf(
  fields: Partial<Record<FormField, string | undefined>>,
  image: File | null,
  version?: number,
): FormData {
  const form = new FormData();
  for (const name of formFieldNames) form.append(name, fields[name] ?? '');
  if (version !== undefined) form.append('version', String(version));
  if (image) form.append('image', image);
  return form;
}
