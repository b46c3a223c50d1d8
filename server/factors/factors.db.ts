/** The SQL of second factors. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { PasskeyTable, RecoveryCodeTable, TotpTable } from '../db/tables.ts';

export function findTotp(ctx: Context, accountId: string): Promise<TotpTable | undefined> {
  return ctx.db.selectFrom('totp').selectAll().where('accountId', '=', accountId).executeTakeFirst();
}

export function passkeysOf(ctx: Context, accountId: string): Promise<PasskeyTable[]> {
  return ctx.db
    .selectFrom('passkey')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function recoveryCodesOf(ctx: Context, accountId: string): Promise<RecoveryCodeTable[]> {
  return ctx.db.selectFrom('recoveryCode').selectAll().where('accountId', '=', accountId).execute();
}

export async function putPendingTotp(ctx: Context, accountId: string, pendingSecret: string): Promise<void> {
  await ctx.db
    .insertInto('totp')
    .values({ accountId, secret: null, pendingSecret })
    .onConflict((on) => on.column('accountId').doUpdateSet({ pendingSecret }))
    .execute();
}

/** False when the secret is no longer the pending one. Used steps of the former secret do not apply to the new one. */
export async function activateTotp(ctx: Context, accountId: string, pendingSecret: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('totp')
    .set({ secret: pendingSecret, pendingSecret: null })
    .where('accountId', '=', accountId)
    .where('pendingSecret', '=', pendingSecret)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await ctx.db.deleteFrom('totpStep').where('accountId', '=', accountId).execute();
  return true;
}

/** Returns whether an app was active. */
export async function deleteTotp(ctx: Context, accountId: string): Promise<boolean> {
  await ctx.db.deleteFrom('totpStep').where('accountId', '=', accountId).execute();
  const row = await ctx.db.deleteFrom('totp').where('accountId', '=', accountId).returning('secret').executeTakeFirst();
  return row !== undefined && row.secret !== null;
}

/** False when this step was used before, even by a concurrent call on another node. */
export async function spendStep(ctx: Context, accountId: string, step: number, storedFrom: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('totpStep')
    .values({ accountId, step })
    .onConflict((on) => on.columns(['accountId', 'step']).doNothing())
    .executeTakeFirst();
  await ctx.db.deleteFrom('totpStep').where('accountId', '=', accountId).where('step', '<', storedFrom).execute();
  return numInsertedOrUpdatedRows > 0n;
}

/** Locks the secret for the transaction; false when it is no longer active. */
export async function lockTotp(ctx: Context, accountId: string, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('totp')
    .set({ secret })
    .where('accountId', '=', accountId)
    .where('secret', '=', secret)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the code was used before. */
export async function deleteRecoveryCode(ctx: Context, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('recoveryCode').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  ctx: Context,
  accountId: string,
  codes: readonly RecoveryCodeTable[],
): Promise<void> {
  await ctx.db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute();
  if (codes.length) await ctx.db.insertInto('recoveryCode').values(codes).execute();
}

/** False when some account already has this credential. */
export async function insertPasskey(ctx: Context, passkey: PasskeyTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((on) => on.column('credentialId').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export type OwnedPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** The passkey with its account, unless that was deleted. */
export function findPasskey(ctx: Context, credentialId: string) {
  return ctx.db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.accountId')
    .select(['passkey.id', 'passkey.accountId', 'passkey.publicKey', 'passkey.counter', 'passkey.credentialId'])
    .select(['account.name', 'account.email', 'account.role', 'account.suspendedAt'])
    .where('passkey.credentialId', '=', credentialId)
    .where('account.deletedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * False when the passkey was removed, or when a later use is already stored. A passkey without a counter always sends
 * 0.
 */
export async function countUse(ctx: Context, id: string, counter: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: at })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePasskey(ctx: Context, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('passkey')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns how many passkeys there were. */
export async function deletePasskeysOf(ctx: Context, accountId: string): Promise<number> {
  const { numDeletedRows } = await ctx.db.deleteFrom('passkey').where('accountId', '=', accountId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** False when the challenge was answered before. */
export async function insertUsedChallenge(ctx: Context, id: string, expiresAt: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('usedChallenge')
    .values({ id, expiresAt })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteExpiredChallenges(ctx: Context, at: string): Promise<void> {
  await ctx.db.deleteFrom('usedChallenge').where('expiresAt', '<=', at).execute();
}

/** The accounts that have any factor. */
export async function accountsWithFactors(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from totp union select account_id from recovery_code union select account_id from passkey
  `.execute(ctx.db);
  return rows.map(({ accountId }) => accountId);
}

/** A column with encrypted values; `key` is the primary key of its table. */
export interface EncryptedColumn {
  table: 'totp' | 'recoveryCode' | 'passkey';
  column: 'secret' | 'pendingSecret' | 'hash' | 'publicKey';
  key: 'accountId' | 'id';
}

interface EncryptedRow {
  key: string;
  value: string;
  accountId: string;
  /** The credential of a passkey. */
  credentialId: string | null;
}

export async function encryptedValues(ctx: Context, { table, column, key }: EncryptedColumn): Promise<EncryptedRow[]> {
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as value, account_id,
      ${table === 'passkey' ? sql.ref('credentialId') : sql`null`} as credential_id
    from ${sql.table(table)} where ${sql.ref(column)} is not null
  `.execute(ctx.db);
  return rows;
}

/** A value that was changed in the meantime stays as it is. */
export async function replaceEncrypted(
  ctx: Context,
  { table, column, key }: EncryptedColumn,
  row: EncryptedRow,
  value: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${sql.ref(key)} = ${row.key} and ${sql.ref(column)} = ${row.value}
  `.execute(ctx.db);
}
