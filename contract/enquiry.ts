import { z } from 'zod';
import { birthDate, cappedNumber, passportNumber, text } from './fields.ts';
import { limits } from './limits.ts';
import { memoize } from './memoize.ts';

/** The look-up under its wire names: passport, nationality, birth date; `today` is the day in Dhaka. */
export const enquiryRequest = memoize((today) =>
  z.object({
    search: passportNumber('enquiry_passport_required'),
    search1: text('enquiry_nationality_required'),
    search2: birthDate('invalid_birth_date', today),
    // Accepted and checked for older clients; there is never more than one match.
    limit: cappedNumber('invalid_limit', limits.pageSizeMax).default(limits.pageSize),
  }),
);
