/** What a new key means for imports: the values of a file are compared by their hashes, which depend on the key. */
import type { Context } from '../context.ts';
import * as queries from './imports.db.ts';

/** Checks that are under way begin again, since rows that were checked before have hashes of the former key. */
export async function restartChecks({ db }: Context): Promise<void> {
  await queries.restartChecks(db);
}
