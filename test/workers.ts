/** How many files of tests run at the same time. */
import { availableParallelism } from 'node:os';

/** The whole run is not noticeably shorter on more cores than these. */
const coresMax = 4;
export const cores = Math.min(availableParallelism(), coresMax);

/**
 * A browser, its product and its test keep a core busy: with more of them than cores, each asks again and again for
 * what is late. Other tests also wait, for a database, a disk or a process. What `npm run faults` measures runs alone.
 */
export const workers = process.env.MAPLEGATE_FAULTS ? { browser: 1, others: 1 } : { browser: cores, others: cores + 1 };
