/** Prints before a run of all tests how long it will take. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** An estimate for one idle processor. */
const workMinutes = 28;
/** More workers than these do not make the run noticeably shorter. */
const workersMax = 4;

const files = globSync('{contract,server,demo,bench,web,test}/**/*.test.ts').length;
const minutes = Math.ceil(workMinutes / Math.min(availableParallelism(), workersMax));
process.stdout.write(
  `Types, lint, a build and ${files} files of tests: about ${minutes} minutes on this machine if nobody else uses it.\n`,
);
