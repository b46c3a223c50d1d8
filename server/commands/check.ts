/** `npm run check`: prints what does not fit together and ends with 1, or says that all is well. */
import { exitAfter } from '../start.ts';
import { StartError } from '../start-error.ts';
import { checkStore } from './check-store.ts';

exitAfter(async () => {
  const problems = await checkStore(process.env);
  if (problems.length) throw new StartError([...problems, `${problems.length} problems.`].join('\n'));
  process.stdout.write('Every record has its files and every count is true. 0 problems.\n');
});
