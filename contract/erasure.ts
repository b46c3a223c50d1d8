/** What erasing a record removes, in numbers, and the answer once it is erased. */
import { z } from 'zod';
import { count, id } from './answer-parts.ts';

export const erasure = z.strictObject({
  files: count,
  decisions: count,
  notes: count,
  formerVersions: count,
  visits: count,
  failedTries: count,
});
export type Erasure = z.output<typeof erasure>;

export const erasedAnswer = z.strictObject({ _id: id });
