/** The kinds of values that answers are made of. */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { acceptedTypes, fileUrlPattern, pictureTypes } from './files.ts';
import { exactId } from './id.ts';
import { statuses } from './status.ts';
import { contractTexts } from './texts.ts';

export const id = z.string().regex(exactId);
export const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' });
export const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ format: 'date' });
export const storedFile = z.string().regex(fileUrlPattern(acceptedTypes(true)));
export const storedPicture = z.string().regex(fileUrlPattern(pictureTypes));
export const textOrNull = z.string().nullable();
export const count = z.int().min(0);
export const version = z.int().min(1);
/** In the order in which an answer lists them. */
export const matchKinds = ['passport', 'name', 'phone', 'email', 'nationalId'] as const;
/** A field that a search has matched, and its text in pieces. */
export const match = z.strictObject({
  kind: z.enum(matchKinds),
  pieces: z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })),
});
export type Match = z.output<typeof match>;
export const errorCode = z.enum(Object.keys(contractTexts.en.errors) as [ErrorCode, ...ErrorCode[]]);
export const statusAndDates = { status: z.enum(statuses), pending: day.nullable(), approve: day.nullable() };
