/** Reads every record and every byte, and prints every inconsistency, also while the product runs. */
import { OperatorError } from '../operator-error.ts';
import { checkStore, countStored } from './check-store.ts';
import { runCommand } from './run.ts';

await runCommand({ usage: 'Usage: npm run check, without arguments.' }, async (ctx) => {
  const problems = await checkStore(ctx);
  if (problems.length) throw new OperatorError([...problems, `${problems.length} problems.`].join('\n'));
  const { applications, files } = await countStored(ctx);
  return `${applications} applications, ${files} files, 0 problems. Every record has its files and every count is correct.`;
});
