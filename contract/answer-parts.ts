/** The kinds of values that answers are made of. */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { acceptedTypes, fileUrlPattern, pictureTypes } from './files.ts';
import { matchKinds } from './find.ts';
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
export const matches = z.array(z.enum(matchKinds));
export const errorCode = z.enum(Object.keys(contractTexts.en.errors) as [ErrorCode, ...ErrorCode[]]);
export const statusAndDates = { status: z.enum(statuses), pending: day.nullable(), approve: day.nullable() };
