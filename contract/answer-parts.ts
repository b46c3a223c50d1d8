/** The kinds of values that answers are made of. */
import { z } from 'zod';
import { matchKinds } from './find.ts';
import { idAlone, idPattern } from './id.ts';

export const id = z.string().regex(idAlone);
export const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' });
export const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ format: 'date' });
export const storedFile = z.string().regex(new RegExp(`^/api/files/${idPattern}\\.(jpg|png|pdf)$`));
export const textOrNull = z.string().nullable();
export const count = z.int().min(0);
export const version = z.int().min(1);
export const matches = z.array(z.enum(matchKinds));
