/** The requests about applications and the rules of their fields. */
import { z } from 'zod';
import {
  type FormField,
  formFieldNames,
  formFields,
  isOptional,
  jobTitles,
  type Slot,
  sexes,
} from './application-form.ts';
import type { ErrorCode } from './errors.ts';
import {
  birthDate,
  digitText,
  email,
  oneOf,
  optionalDate,
  optionalText,
  orEmpty,
  passportNumber,
  phone,
  text,
  wholeNumber,
} from './fields.ts';
import { limits } from './limits.ts';
import { memoize } from './memoize.ts';
import { recordOf } from './record-of.ts';

/** The rules of fields that are more than a text. */
const rules: Partial<Record<FormField, (code: ErrorCode, today: string) => TextRule>> = {
  surname: nameOfPerson,
  givenN: nameOfPerson,
  sex: (code) => oneOf(sexes, code),
  dob: birthDate,
  nationalId: digitText,
  jobTitle: (code) => oneOf(jobTitles, code),
  passport: passportNumber,
  phone: () => phone,
  email: () => email,
};

function nameOfPerson(code: ErrorCode) {
  return text(code, limits.nameLengthMin, limits.nameLengthMax);
}

const rulesOn = (today: string) =>
  recordOf(formFieldNames, (name) => {
    const { code } = formFields[name];
    return rules[name]?.(code, today) ?? text(code);
  });

type TextRule = z.ZodType<string, string>;
type FieldRules = Record<FormField, TextRule>;
type IsOptional = (name: FormField) => boolean;

const orEmptyWhere = (rules: FieldRules, isOptional: IsOptional): FieldRules =>
  recordOf(formFieldNames, (name) => (isOptional(name) ? orEmpty(rules[name], formFields[name].code) : rules[name]));

/** Every field; an optional one may be left out and is then empty. */
export function wholeForm(rules: FieldRules, isOptional: IsOptional) {
  const marked = orEmptyWhere(rules, isOptional);
  return z.object(recordOf(formFieldNames, (name) => (isOptional(name) ? marked[name].default('') : marked[name])));
}

/** Any of the fields; those left out stay unchanged. */
export const partOfForm = (rules: FieldRules, isOptional: IsOptional) =>
  z.object(orEmptyWhere(rules, isOptional)).partial();

/** The form for a new application; `today` is the day in Dhaka. */
export const newApplication = memoize((today) => wholeForm(rulesOn(today), isOptional));

/** The form for an edit; `version` detects that somebody else has changed the record. */
export const applicationChange = memoize((today) => {
  const names = { surname: nameOfPerson('names_length'), givenN: nameOfPerson('names_length') };
  return partOfForm({ ...rulesOn(today), ...names }, isOptional).extend({
    version: wholeNumber('invalid_version').optional(),
  });
});

export const decisionRequest = z.object({
  date: optionalDate('invalid_decision_date').optional(),
  collectDate: optionalDate('invalid_collect_date').optional(),
  note: optionalText('invalid_note', limits.noteLengthMax).optional(),
  reason: optionalText('invalid_reason', limits.reasonLengthMax).optional(),
  version: wholeNumber('invalid_version').optional(),
});

/** Why the approving of several applications ended before the last one. */
export const approvalInterruptions = ['unavailable', 'disk_full'] as const satisfies readonly ErrorCode[];

/** Why one of several applications was not approved. */
export const approvalRefusals = [
  'version_conflict',
  'not_found',
  'transition_not_allowed',
  'overloaded',
  ...approvalInterruptions,
] as const satisfies readonly ErrorCode[];
export type ApprovalRefusal = (typeof approvalRefusals)[number];

export const withdrawal = z.object({
  reason: text('invalid_reason', 1, limits.reasonLengthMax),
  version: wholeNumber('invalid_version').optional(),
});

/** A field or a file of an application whose former values are kept. */
export type RestorableField = FormField | Slot | 'image';
