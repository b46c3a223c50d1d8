import { OperatorError } from '../operator-error.ts';
import { resetFactors } from '../users/users.ts';
import { runCommand } from './run.ts';

await runCommand(async (ctx) => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length) throw new OperatorError('Whose second factors? npm run reset-factors -- EMAIL');
  if (!(await resetFactors(ctx, email)))
    throw new OperatorError('No account with this e-mail has a second factor. Nothing was changed.');
  return 'Its app, passkeys and recovery codes are no longer accepted. The password alone signs in, until new ones are set up.';
});
