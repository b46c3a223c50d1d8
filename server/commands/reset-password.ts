import { OperatorError } from '../operator-error.ts';
import { resetPassword } from '../users/users.ts';
import { runCommand } from './run.ts';

await runCommand(async (ctx) => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length) throw new OperatorError('Whose password? npm run reset-password -- EMAIL');
  const password = await resetPassword(ctx, email);
  if (!password) throw new OperatorError('No account has this e-mail. Nothing was changed.');
  return `The new password, shown this once: ${password}\nIt must be changed at the first sign-in. Every session of the account has ended.`;
});
