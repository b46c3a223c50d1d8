/** Which accounts can sign in: neither deleted nor suspended. */
import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

export const canSignIn = (account: ExpressionBuilder<Tables, 'account'>) =>
  account.and([account('account.deletedAt', 'is', null), account('account.suspendedAt', 'is', null)]);
