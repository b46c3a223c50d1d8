/** What browsers send for the second step of signing in. */
import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { codePointLength, plainText } from '../../contract/text.ts';
import { typedCode } from '../../contract/typed-code.ts';

/** An empty code counts as not sent. */
export const code = z.string({ error: 'bad_request' }).transform(typedCode);

export const totpCode = z.object({ code: code.refine((value) => value !== '', { error: 'code_required' }) });

// The shape is that of WebAuthn; the API description allows any value here.
const text = z.string({ error: 'wrong_passkey' });
const wrong = { error: 'wrong_passkey' };

/** What `toJSON()` of a passkey returns in the browser, with this response of the authenticator. */
const credential = <Response extends z.ZodRawShape>(response: Response) =>
  z
    .unknown()
    .pipe(
      z.object(
        { id: text, rawId: text, type: z.literal('public-key', wrong), response: z.object(response, wrong) },
        wrong,
      ),
    );

/** A new passkey. */
const registration = credential({
  clientDataJSON: text,
  attestationObject: text,
  transports: z.array(text, wrong).optional(),
});
export type Registration = z.output<typeof registration>;

/** A passkey that was used to sign in or to confirm. */
export const assertion = credential({
  clientDataJSON: text,
  authenticatorData: text,
  signature: text,
  userHandle: text.nullable().optional(),
});
export type Assertion = z.output<typeof assertion>;

export const newPasskey = z.object({
  name: z
    .string({ error: 'all_fields_required' })
    .transform((value) => plainText(value))
    .refine((value) => value !== '', { error: 'all_fields_required' })
    .refine((value) => codePointLength(value) <= limits.passkeyNameLengthMax, { error: 'invalid_name' }),
  credential: registration,
});
