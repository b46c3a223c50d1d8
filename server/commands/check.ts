/** Reads every record and every byte, and prints every inconsistency, also while the product runs. */
import { counted } from '../counted.ts';
import { OperatorError } from '../operator-error.ts';
import { checkStore, countStored } from './check-store.ts';
import { runCommand } from './run.ts';

await runCommand({ usage: 'Usage: npm run check, without arguments.' }, async (ctx) => {
  const problems = await checkStore(ctx);
  if (problems.length) throw new OperatorError([...problems, `${counted(problems.length, 'problem')}.`].join('\n'));
  const { applications, files } = await countStored(ctx);
  return `${counted(applications, 'application')}, ${counted(files, 'file')}, 0 problems. Every record has its files and every count is correct.`;
});
