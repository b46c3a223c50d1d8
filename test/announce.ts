/** Prints before `npm test` how long it will take, and what other commands test. */
import { globSync } from 'node:fs';
import { otherCommands } from './other-commands.ts';
import { cores } from './workers.ts';

/** An estimate for one idle core. */
const workMinutes = 16;

const elsewhere = ['test/process/**', 'test/browser/office/**'];
const files = globSync('{contract,server,demo,bench,web,test}/**/*.test.ts', { exclude: elsewhere }).length;
const minutes = Math.ceil(workMinutes / cores);
process.stdout.write(
  `Types, lint, a build and ${files} files of tests: about ${minutes} minutes on this machine if nobody else uses it.\n` +
    `Other commands test more:\n${Object.values(otherCommands)
      .map((command) => `  ${command}\n`)
      .join('')}`,
);
