/**
 * Encrypts the secrets of factors in the database. The owner is part of the purpose, so that a value that was copied to
 * another row cannot be decrypted.
 */
import type { Context } from '../context.ts';
import type { Keys } from '../keys.ts';
import { type EncryptedColumn, encryptedValues, replaceEncrypted } from './factors.db.ts';

export const totpPurpose = (accountId: string) => `totp ${accountId}`;
export const recoveryPurpose = (accountId: string) => `recovery code ${accountId}`;
export const passkeyPurpose = (accountId: string, credentialId: string) => `passkey ${accountId} ${credentialId}`;

const columns: (EncryptedColumn & { purpose: (accountId: string, credentialId: string) => string })[] = [
  { table: 'totp', column: 'secret', key: 'accountId', purpose: totpPurpose },
  { table: 'totp', column: 'pendingSecret', key: 'accountId', purpose: totpPurpose },
  { table: 'recoveryCode', column: 'hash', key: 'id', purpose: recoveryPurpose },
  { table: 'passkey', column: 'publicKey', key: 'id', purpose: passkeyPurpose },
];

/** Encrypts with the present keys what was encrypted with `former` ones; returns the number of these values. */
export async function reencryptFactors(ctx: Context, former: Keys): Promise<number> {
  let reencrypted = 0;
  for (const { purpose, ...column } of columns) {
    for (const row of await encryptedValues(ctx, column)) {
      const name = purpose(row.accountId, row.credentialId ?? '');
      const text = former.decrypt(name, row.value);
      if (text === null) continue;
      await replaceEncrypted(ctx, column, row, ctx.keys.encrypt(name, text));
      reencrypted++;
    }
  }
  return reencrypted;
}
