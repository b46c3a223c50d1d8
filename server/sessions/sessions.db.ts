/** The SQL of sessions, and of the locks of accounts. */
import { expressionBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { canSignIn } from '../db/active-account.ts';
import { batchedRead } from '../db/batched-reads.ts';
import { awaitSessionCacheExpiry, cacheSessions } from '../db/session-cache.ts';
import type { AccountTable, Flag, SessionTable } from '../db/tables.ts';

type SessionWithAccount = Pick<
  SessionTable,
  'id' | 'accountId' | 'createdAt' | 'confirmedAt' | 'lastSeenAt' | 'expiresAt'
> &
  Pick<AccountTable, 'name' | 'email' | 'role'> & {
    rightsTaken: string;
    passwordChangeNeeded: Flag;
    factors: number;
  };

/** Runs for every staff call. */
const sessionById = batchedRead(
  1,
  // With the parameter itself instead of a subquery, SQLite would plan the join again for each value.
  ([id]) => sql<SessionWithAccount>`
    select session.id, session.account_id, session.created_at, session.confirmed_at, session.last_seen_at,
      session.expires_at, account.name, account.email, account.role, account.rights_taken,
      account.password_change_needed,
      (select count(*) from totp where totp.account_id = account.id and totp.secret is not null)
        + (select count(*) from passkey where passkey.account_id = account.id) as factors
    from session inner join account on account.id = session.account_id
    where session.id = (select ${id}) and ${canSignIn(expressionBuilder())}
  `,
);

export async function findSession(ctx: Context, id: string): Promise<SessionWithAccount | undefined> {
  const [session] = await sessionById(ctx, [id]);
  return session;
}

export const cachedSessions = cacheSessions(findSession);

/** Of concurrent requests only the first writes. */
export async function touchSession(ctx: Context, id: string, from: string, to: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ lastSeenAt: to })
    .where('id', '=', id)
    .where('lastSeenAt', '=', from)
    .execute();
}

/** False when the session has ended. Once this has resolved, every node accepts the confirmation. */
export async function setConfirmed(ctx: Context, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('session')
    .set({ confirmedAt: at })
    .where('id', '=', id)
    .executeTakeFirst();
  await awaitSessionCacheExpiry(ctx);
  return numUpdatedRows > 0n;
}

export async function insertSession(ctx: Context, session: SessionTable): Promise<void> {
  await ctx.db.insertInto('session').values(session).execute();
}

/** When the sessions that have not ended were last seen. */
interface Seen {
  after: string;
  until: string;
}

export function listSessions(ctx: Context, accountId: string, at: string, seen: Seen): Promise<SessionTable[]> {
  return ctx.db
    .selectFrom('session')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', at)
    .where('lastSeenAt', '>', seen.after)
    .where('lastSeenAt', '<=', seen.until)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export async function deleteSession(ctx: Context, accountId: string, by: { id: string } | { handle: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['handle', by.handle] as const);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .where(column, '=', value)
    .executeTakeFirst();
  await awaitSessionCacheExpiry(ctx);
  return numDeletedRows > 0n;
}

/** Returns whether there was any. */
export async function deleteSessionsOf(ctx: Context, accountId: string, exceptId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('session')
    .where('accountId', '=', accountId)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  await awaitSessionCacheExpiry(ctx);
  return numDeletedRows > 0n;
}

export async function deleteEndedSessions(ctx: Context, at: string, seen: Seen): Promise<void> {
  await ctx.db
    .deleteFrom('session')
    .where(({ or, eb }) =>
      or([eb('expiresAt', '<=', at), eb('lastSeenAt', '<=', seen.after), eb('lastSeenAt', '>', seen.until)]),
    )
    .execute();
}

/** Locks the row without changing it: false when nobody can sign in to the account. */
export async function lockAccount(ctx: Context, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('account')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', accountId)
    .where(canSignIn)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
