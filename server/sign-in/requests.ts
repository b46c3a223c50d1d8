/** The requests that sign in and confirm a session. */
import { z } from 'zod';
import { filled, filledText } from '../../contract/user.ts';
import { assertion, code } from '../factors/requests.ts';

/** Signing in checks only that both fields are filled: an old password must still work. */
export const loginRequest = z.object({
  email: filledText,
  password: filled,
  code: code.optional(),
});

/** Signing in and confirmation by passkey. */
export const passkeyRequest = z.object({ credential: assertion });

/** Confirmation by password, with the code of an app where the account has one. */
export const confirmation = z.object({ password: filled, code: code.optional() });
export const anyConfirmation = z.object({
  ...confirmation.partial().shape,
  ...passkeyRequest.partial().shape,
});
