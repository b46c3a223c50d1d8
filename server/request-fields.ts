/** The schemas of fields that only the server checks; the others are in `contract/fields.ts`. */
import { z } from 'zod';
import type { ErrorCode } from '../contract/errors.ts';
import { exactId } from '../contract/id.ts';
import { limits } from '../contract/limits.ts';

/** What a list is searched for; empty without a search. */
export const searchText = z
  .string({ error: 'invalid_search' })
  .max(limits.textLengthMax, { error: 'invalid_search' })
  .default('');

/** The id of a record or an account. */
export const recordId = (code: ErrorCode) => z.string({ error: code }).regex(exactId, { error: code });
