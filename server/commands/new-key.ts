/**
 * Gives the database another key while the product is stopped. With the former key in SECRET_KEY_BEFORE nothing is
 * lost. Without it, the stored files cannot be read until it is found.
 */
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { removeAbandonedFolders, removeFoldersNow } from '../files/temporary.ts';
import { countPending, rotateFiles } from '../key-rotation/files.ts';
import { type StopSignal, stopSignals } from '../shutdown.ts';
import { isSetUp } from '../users/setup.ts';
import { provideSetupCode } from '../users/setup-code.ts';
import { reporter, runCommand, stop } from './run.ts';

await runCommand({ usage: 'Usage: npm run new-key, without arguments.' }, adoptNewKey, { takesNewKey: true });

async function adoptNewKey(ctx: Context): Promise<string> {
  const { secretKey, dataDir } = ctx.settings;
  // The command holds the lock of the data folder, so they come from a killed process, whenever that was.
  await removeAbandonedFolders(dataDir, 0);
  for (const signal of stopSignals) process.on(signal, () => stopNow(signal, ctx));
  // The set-up code is derived from the key.
  if (!(await isSetUp(ctx))) await provideSetupCode(ctx);
  if (ctx.keys.former) await rotateFiles(ctx, { afterFile: reporter() });
  const pending = await countPending(ctx);
  const place = secretKey ? 'SECRET_KEY is' : `secret.key in ${dataDir} is`;
  const files =
    pending === 0
      ? 'Every file is encrypted with it, and the former key is no longer needed.'
      : `${counted(pending, 'file')} encrypted with a former key can no longer be read, and must be restored from a backup or replaced in the office: docs/operations.md, “A lost key”, says how to have each named. If that key is found, start the product with it in SECRET_KEY_BEFORE, which makes each readable again.`;
  return `${place} the key of this database now. Give this key to every node before it starts, and make a backup, which holds the key. ${files}${ctx.keys.former ? '' : ' Two-step sign-in has to be set up again.'}`;
}

/** A file on its way from the former key to the new one is not encrypted meanwhile. */
function stopNow(signal: StopSignal, { keys }: Context): never {
  removeFoldersNow();
  const settings = keys.former ? 'the new key and the former one in SECRET_KEY_BEFORE' : 'the new key';
  stop(signal, `The new key is that of the database. Start the product with ${settings}, and it goes on.`);
}
