/** The answers about accounts and their sessions. */
import { z } from 'zod';
import { id, moment } from './answer-parts.ts';
import { rights } from './rights.ts';
import { roles } from './roles.ts';

export const user = z.strictObject({ _id: id, name: z.string(), email: z.string(), role: z.enum(roles) });

const rightNames = z.array(z.enum(rights));

export const staffUser = z.strictObject({ ...user.shape, suspendedAt: moment.nullable(), rights: rightNames });

export const session = z.strictObject({
  _id: id,
  createdAt: moment,
  lastSeenAt: moment,
  device: z.string(),
  current: z.boolean(),
});

export const meAnswer = z.strictObject({
  user,
  rights: rightNames,
  expiresAt: moment,
  passwordChangeNeeded: z.boolean(),
  secondFactorNeeded: z.boolean(),
});
