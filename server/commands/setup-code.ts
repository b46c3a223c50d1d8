/** Replaces the set-up code, for example after too many wrong attempts. */
import { OperatorError } from '../operator-error.ts';
import { isSetUp } from '../users/setup.ts';
import { renewSetupCode } from '../users/setup-code.ts';
import { runCommand } from './run.ts';

await runCommand({ usage: 'Usage: npm run setup-code, without arguments.' }, async (ctx) => {
  if (await isSetUp(ctx)) {
    throw new OperatorError('There is a super admin already. For a new password: npm run reset-password -- EMAIL');
  }
  return `A new set-up code is in ${await renewSetupCode(ctx)}. Enter it on ${ctx.settings.publicUrl}/profile`;
});
