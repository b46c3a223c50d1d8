/** Removes the second factors of an account whose owner has lost them. */
import { OperatorError } from '../operator-error.ts';
import { resetFactors } from '../users/users.ts';
import { runCommand } from './run.ts';

const commandLine = { usage: 'Usage: npm run reset-factors -- EMAIL', needsName: true };

await runCommand(commandLine, async (ctx, { name: email }) => {
  const hadAny = await resetFactors(ctx, email);
  if (hadAny === null) throw new OperatorError('No account has this e-mail. Nothing was changed.');
  if (!hadAny) throw new OperatorError('The account with this e-mail has no second factor. Nothing was changed.');
  return 'The app, the passkeys and the recovery codes of this account are no longer accepted, and its sessions have ended. The password alone signs in, until new ones are set up.';
});
