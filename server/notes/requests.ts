import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';

/** A note of staff about a record, apart from decisions. */
export const newNote = z.object({ text: text('invalid_note', 1, limits.noteLengthMax) });
