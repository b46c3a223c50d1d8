/** Goes on with a new key where the one of the database is lost. */
import { record } from '../audit/audit.ts';
import { adoptAuditKey } from '../audit-tree/tree.ts';
import { type Context, inTransaction } from '../context.ts';
import { forgetAllTries } from '../enquiry/enquiry.ts';
import { adoptKey } from '../resources.ts';
import { forgetAllSignInFailures } from '../sessions/sign-in.ts';
import { isSetUp } from '../users/setup.ts';
import { provideSetupCode } from '../users/setup-code.ts';
import { runCommand } from './run.ts';

await runCommand(goOnWithNewKey, { takesNewKey: true });

async function goOnWithNewKey(ctx: Context): Promise<string> {
  await inTransaction(ctx, async (ctx) => {
    await adoptKey(ctx);
    await adoptAuditKey(ctx, null);
    // Counted under hashes that nothing will have again.
    await forgetAllTries(ctx);
    await forgetAllSignInFailures(ctx);
    await record(ctx, { action: 'key.replaced', record: null });
  });
  // It is derived from the key.
  if (!(await isSetUp(ctx))) await provideSetupCode(ctx);
  const { secretKey, dataDir } = ctx.settings;
  const place = secretKey ? 'SECRET_KEY is' : `secret.key in ${dataDir} is`;
  return `${place} the key of this database now. Make a backup, which holds it, and give it to every node before it starts. What was stored under the former key can no longer be read: npm run check names each file, to be restored from a backup or replaced in the office.`;
}
