/** Prints before `npm test` how long it will take, and what is another command. */
import { globSync } from 'node:fs';
import { cores } from './workers.ts';

/** An estimate for one idle core. */
const workMinutes = 30;

const files = globSync('{contract,server,demo,bench,web,test}/**/*.test.ts', { exclude: ['test/process/**'] }).length;
const minutes = Math.ceil(workMinutes / cores);
process.stdout.write(
  `Types, lint, a build and ${files} files of tests: about ${minutes} minutes on this machine if nobody else uses it.\n` +
    'The tests that start, stop and kill whole products are another command: npm run test:processes.\n',
);
