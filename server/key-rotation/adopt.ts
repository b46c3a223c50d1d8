/**
 * Makes a new key the key of the database, in one transaction: values that the former key has signed, encrypted or
 * hashed are converted to the new one. Stored files follow one by one; until then they are read with the former key.
 */
import { everyPassportReplaced } from '../applications/former-values.ts';
import { renewMacs, writeAuditEntry } from '../audit/audit.ts';
import { adoptAuditKey } from '../audit-tree/tree.ts';
import type { Context } from '../context.ts';
import { getSetting, putSetting } from '../db/settings-table.ts';
import { deleteAllAttempts, rehashAttempts } from '../enquiry/enquiry.ts';
import { reencryptFactors } from '../factors/encrypted-values.ts';
import { removeAllFactors } from '../factors/factors.ts';
import { restartChecks } from '../imports/imports.ts';
import type { Keys } from '../keys.ts';
import { deleteAllSignInFailures } from '../sign-in/sign-in.ts';
import { formerChecks, formerChecksOf, generationOf, keyCheck, keyGeneration } from './key-check.ts';

/**
 * Within a transaction. `former` is null if that key is lost: then nothing can be converted, and the stored files
 * cannot be read until it is found. Returns the keys of the new generation.
 */
export async function adoptKeys(ctx: Context, former: Keys | null): Promise<Keys> {
  await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('lock', 'key')]);
  const known = await getSetting(ctx.db, keyCheck);
  const generation = await generationOf(ctx.db);
  // Another node that started with the same keys was faster.
  if (known === ctx.keys.check) return { ...ctx.keys, generation };
  const keys = { ...ctx.keys, generation: generation + 1 };
  const checks = [...(await formerChecksOf(ctx.db)), ...(known === null ? [] : [known])];
  await putSetting(ctx.db, formerChecks, JSON.stringify(checks.filter((check) => check !== keys.check)));
  await putSetting(ctx.db, keyCheck, keys.check);
  await putSetting(ctx.db, keyGeneration, String(keys.generation));
  const adopting = { ...ctx, keys };
  await adoptAuditKey(adopting, former);
  await renewMacs(adopting, 'application.erased', former);
  if (former) {
    await rehashAttempts(adopting, former, everyPassportReplaced(adopting));
    await reencryptFactors(adopting, former);
  } else {
    await deleteAllAttempts(adopting);
    await removeAllFactors(adopting);
  }
  // They were counted under hashes of the former key; a lock is short.
  await deleteAllSignInFailures(adopting);
  await restartChecks(adopting);
  await writeAuditEntry(adopting, { action: 'key.replaced', record: null });
  return keys;
}
