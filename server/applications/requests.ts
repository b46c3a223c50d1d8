/** The requests about applications that no form of the pages checks; the others are in `contract/application.ts`. */
import { z } from 'zod';
import { applicationChange, decisionRequest, type RestorableField } from '../../contract/application.ts';
import { formFieldNames, slotNames, sortFields, uniqueFields } from '../../contract/application-form.ts';
import { nobody, oneself } from '../../contract/assigning.ts';
import { cappedNumber, optionalDate, text, wholeNumber } from '../../contract/fields.ts';
import { defaultLanguage, languageNames } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { memoize } from '../../contract/memoize.ts';
import { recordOf } from '../../contract/record-of.ts';
import { spreadsheetFormatNames } from '../../contract/spreadsheet-format.ts';
import { statuses } from '../../contract/status.ts';
import { recordId, searchText } from '../request-fields.ts';

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

const chosenApplication = z.object(
  {
    _id: recordId('invalid_chosen').meta({ description: 'The id of the application.' }),
    version: wholeNumber('invalid_chosen').meta({ description: 'The version that was shown.' }),
  },
  { error: 'invalid_chosen' },
);

/** Approves several at once, each as the version that was shown. */
export const bulkApproval = decisionRequest.omit({ version: true }).extend({
  applications: z
    .array(chosenApplication, { error: 'invalid_chosen' })
    .min(1, { error: 'invalid_chosen' })
    .max(limits.approvedAtOnceMax, { error: 'invalid_chosen' })
    .refine((chosen) => new Set(chosen.map(({ _id }) => _id)).size === chosen.length, { error: 'invalid_chosen' }),
});

const requiredReason = text('reason_length', limits.requiredReasonLengthMin, limits.reasonLengthMax);

export const erasureRequest = z.object({ reason: requiredReason });

export const holdRequest = z.object({ hold: z.boolean({ error: 'invalid_hold' }), reason: requiredReason });

const restorableFields: [RestorableField, ...RestorableField[]] = ['image', ...slotNames, ...formFieldNames];

/** The fields and files to restore to their values before that version. */
export const bringBackRequest = z.object({
  version: wholeNumber('invalid_version'),
  fields: z
    .array(z.enum(restorableFields, { error: 'invalid_fields' }), { error: 'invalid_fields' })
    .min(1, { error: 'invalid_fields' }),
});

const oneAsTrue = z.enum(['1'], { error: 'invalid_filter' }).transform(() => true);

export const listQuery = z.object({
  page: cappedNumber('invalid_page').default(1),
  limit: cappedNumber('invalid_limit', limits.pageSizeMax).default(limits.pageSize),
  search: searchText,
  status: z.enum(statuses, { error: 'invalid_status' }).optional(),
  sort: z.enum(sortFields, { error: 'invalid_sort' }).default('createdAt'),
  order: z.enum(['asc', 'desc'], { error: 'invalid_sort' }).optional(),
  from: optionalDate('invalid_filter').optional(),
  to: optionalDate('invalid_filter').optional(),
  late: oneAsTrue.optional(),
  collect: optionalDate('invalid_filter').optional(),
  /** Only records whose passport was tried too often within the last `limits.enquiryMissesKeptDays` days. */
  guessed: oneAsTrue.optional(),
  deleted: oneAsTrue.optional(),
  /** Only records whose last decision is older than the retention period of the settings. */
  past: oneAsTrue.optional(),
  /** Only records assigned to this member of staff, or to nobody. */
  assigned: z.union([z.enum([oneself, nobody]), recordId('invalid_filter')], { error: 'invalid_filter' }).optional(),
  /** Only records without at least one of their documents. */
  missing: oneAsTrue.optional(),
  /** The sequence number of the moment at which the list is shown; 0 is before the first arrival. */
  asOf: wholeNumber('invalid_filter', 0).optional(),
});

/** Asks before a record is saved whether another record has these values. */
export const takenRequest = memoize((today) =>
  applicationChange(today)
    .pick(recordOf(uniqueFields, () => true))
    .extend({
      /** The record that is being edited. */
      except: recordId('invalid_id').optional(),
    }),
);

/** By POST alone, since names and numbers of people must not be in a URL. `find` and `search` exclude each other. */
export const findRequest = listQuery.extend({
  find: searchText,
});
export type FindRequest = z.output<typeof findRequest>;

/** Exports the records that the filter of the list matches, in its order; or the named records, whatever the filter. */
export const applicationExport = findRequest.omit({ page: true, limit: true, asOf: true }).extend({
  form: z.enum(spreadsheetFormatNames, { error: 'invalid_form' }),
  language: z.enum(languageNames, { error: 'bad_request' }).default(defaultLanguage),
  ids: z
    .array(recordId('invalid_id'), { error: 'invalid_id' })
    .min(1, { error: 'invalid_id' })
    .max(limits.exportedIdsMax, { error: 'invalid_id' })
    .optional(),
});
export type ApplicationExport = z.output<typeof applicationExport>;
