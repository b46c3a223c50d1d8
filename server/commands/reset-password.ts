/** Gives an account a random password, which must be changed at the first sign-in. */
import { OperatorError } from '../operator-error.ts';
import { resetPassword } from '../users/users.ts';
import { runCommand } from './run.ts';

const commandLine = {
  usage: 'Usage: npm run reset-password -- EMAIL',
  needsName: true,
  adviceIfUnprinted: 'Run it again: nobody has seen the new password, and the former one no longer signs in.',
};

await runCommand(commandLine, async (ctx, { name: email }) => {
  const password = await resetPassword(ctx, email);
  if (!password) throw new OperatorError('No account has this e-mail. Nothing was changed.');
  return `The new password, shown this once: ${password}\nIt must be changed at the first sign-in. Every session of the account has ended.`;
});
