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
  slotNames,
  sortFields,
} from './application-form.ts';
import { nobody, oneself } from './assignee.ts';
import type { ErrorCode } from './errors.ts';
import {
  birthDate,
  cappedNumber,
  digitText,
  email,
  idOf,
  oneOf,
  optionalDate,
  optionalText,
  orEmpty,
  passportNumber,
  phone,
  searchText,
  text,
  wholeNumber,
} from './fields.ts';
import { limits } from './limits.ts';
import { memoize } from './memoize.ts';
import { recordOf } from './record-of.ts';
import { statuses } from './status.ts';

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

/** A change of the documents: fields as in an edit, and a comma-separated list of slots to empty. */
export const attachmentChange = memoize((today) =>
  applicationChange(today).extend({
    remove: z
      .string({ error: 'invalid_remove' })
      .transform((value) => [
        ...new Set(
          value
            .split(',')
            .map((part) => part.trim())
            .filter((part) => part !== ''),
        ),
      ])
      .pipe(z.array(z.enum(slotNames, { error: 'invalid_remove' })))
      .optional(),
  }),
);

export const decisionRequest = z.object({
  date: optionalDate('invalid_decision_date').optional(),
  collectDate: optionalDate('invalid_collect_date').optional(),
  note: optionalText('invalid_note', limits.noteLengthMax).optional(),
  reason: optionalText('invalid_reason', limits.reasonLengthMax).optional(),
  version: wholeNumber('invalid_version').optional(),
});

/** A note of staff about a record, apart from decisions. */
export const newNote = z.object({ text: text('invalid_note', 1, limits.noteLengthMax) });

const chosenApplication = z.object(
  {
    _id: idOf('invalid_chosen').meta({ description: 'The id of the application.' }),
    version: wholeNumber('invalid_chosen').meta({ description: 'The version that was shown.' }),
  },
  { error: 'invalid_chosen' },
);

/** Approves several at once, each as the version that was shown. */
export const jointApproval = decisionRequest.omit({ version: true }).extend({
  applications: z
    .array(chosenApplication, { error: 'invalid_chosen' })
    .min(1, { error: 'invalid_chosen' })
    .max(limits.approvedAtOnceMax, { error: 'invalid_chosen' })
    .refine((chosen) => new Set(chosen.map(({ _id }) => _id)).size === chosen.length, { error: 'invalid_chosen' }),
});

/** Why one of several applications was not approved; the others are approved. */
export const approvalRefusals = [
  'version_conflict',
  'not_found',
  'transition_not_allowed',
  'overloaded',
] as const satisfies readonly ErrorCode[];
export type ApprovalRefusal = (typeof approvalRefusals)[number];

export const withdrawal = z.object({
  reason: text('invalid_reason', 1, limits.reasonLengthMax),
  version: wholeNumber('invalid_version').optional(),
});

const requiredReason = text('reason_length', limits.requiredReasonLengthMin, limits.reasonLengthMax);

export const erasureRequest = z.object({ reason: requiredReason });

export const holdRequest = z.object({ hold: z.boolean({ error: 'invalid_hold' }), reason: requiredReason });

/** A field or a file of an application whose former values are kept. */
export type RestorableField = FormField | Slot | 'image';
const keptFields: [RestorableField, ...RestorableField[]] = ['image', ...slotNames, ...formFieldNames];

/** The fields and files to restore to their values before that version. */
export const bringBackRequest = z.object({
  version: wholeNumber('invalid_version'),
  fields: z
    .array(z.enum(keptFields, { error: 'invalid_fields' }), { error: 'invalid_fields' })
    .min(1, { error: 'invalid_fields' }),
});

const isOne = z.enum(['1'], { error: 'invalid_filter' }).transform(() => true);

export const listQuery = z.object({
  page: cappedNumber('invalid_page').default(1),
  limit: cappedNumber('invalid_limit', limits.pageSizeMax).default(limits.pageSize),
  search: searchText,
  status: z.enum(statuses, { error: 'invalid_status' }).optional(),
  sort: z.enum(sortFields, { error: 'invalid_sort' }).default('createdAt'),
  order: z.enum(['asc', 'desc'], { error: 'invalid_sort' }).optional(),
  from: optionalDate('invalid_filter').optional(),
  to: optionalDate('invalid_filter').optional(),
  late: isOne.optional(),
  collect: optionalDate('invalid_filter').optional(),
  /** Only records whose passport was tried too often within the last `limits.enquiryMissesKeptDays` days. */
  guessed: isOne.optional(),
  deleted: isOne.optional(),
  /** Only records whose last decision is older than the retention period of the settings. */
  past: isOne.optional(),
  /** Only records assigned to this member of staff, or to nobody. */
  assigned: z.union([z.enum([oneself, nobody]), idOf('invalid_filter')], { error: 'invalid_filter' }).optional(),
  /** Only records without at least one of their documents. */
  missing: isOne.optional(),
  /** The sequence number of the moment at which the list is shown; 0 is before the first arrival. */
  asOf: wholeNumber('invalid_filter', 0).optional(),
});
export type ListQuery = z.output<typeof listQuery>;

/** Asks before a record is saved whether another record has these values. */
export const takenRequest = z.object({
  passport: passportNumber('invalid_passport').optional(),
  email: email.optional(),
  /** The record that is being edited. */
  except: idOf('invalid_id').optional(),
});

/** By POST alone, since names and numbers of people must not be in a URL. `find` and `search` exclude each other. */
export const findRequest = listQuery.extend({
  find: searchText,
});
export type FindRequest = z.output<typeof findRequest>;
