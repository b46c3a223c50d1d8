import { z } from 'zod';
import { email } from './fields.ts';
import { limits } from './limits.ts';
import { assignableRoles, defaultRole } from './roles.ts';
import { codePointLength, plainText } from './text.ts';

export const filled = z
  .string({ error: 'all_fields_required' })
  .refine((value) => value.trim() !== '', { error: 'all_fields_required' });

export const filledText = filled.transform((value) => plainText(value));

const userName = filledText
  .refine((value) => value !== '', { error: 'all_fields_required' })
  .refine((value) => codePointLength(value) <= limits.textLengthMax, { error: 'invalid_name' });

const userEmail = filled.pipe(email);

/** The minimum counts characters, the maximum bytes (ASVS 5.0, 6.2.1 and 6.2.9). A password is never trimmed. */
export const password = filled
  .refine((value) => codePointLength(value) >= limits.passwordLengthMin, { error: 'password_too_short' })
  .refine((value) => new TextEncoder().encode(value).length <= limits.passwordBytesMax, { error: 'password_too_long' });

/** A role that cannot be given counts as not sent. */
export const newUser = z.object({
  name: userName,
  email: userEmail,
  password,
  role: z
    .unknown()
    .default(defaultRole)
    .transform((value) => assignableRoles.find((role) => role === value) ?? defaultRole),
});

export const userChange = z.object({
  name: userName.optional(),
  email: userEmail.optional(),
  password: password.optional(),
});

interface TypedTwice {
  password?: string | undefined;
  confirmPassword?: string | undefined;
}
const isTypedTwice = ({ password, confirmPassword }: TypedTwice) => password === confirmPassword;
const passwordsDiffer = { error: 'passwords_differ', path: ['confirmPassword'] };

/** The form that creates the super admin. */
export const setupRequest = z
  .object({ name: userName, email: filledText, password, confirmPassword: filled })
  .refine(isTypedTwice, passwordsDiffer);

/** An empty field counts as not sent. */
const unlessEmpty = (schema: typeof filled) =>
  z
    .string({ error: 'all_fields_required' })
    .optional()
    .transform((value) => value || undefined)
    .pipe(schema.optional());

/** The form that changes the super admin later; without a new password, the old one stays. */
export const profileChange = z
  .object({
    name: userName,
    email: filledText,
    current: unlessEmpty(filled),
    password: unlessEmpty(password),
    confirmPassword: unlessEmpty(filled),
  })
  .refine(isTypedTwice, passwordsDiffer);

export const passwordChange = z
  .object({ current: filled, password, confirmPassword: filled })
  .refine(isTypedTwice, passwordsDiffer);
