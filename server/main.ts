/** The process of `npm start`. */
import { readSettings } from './settings.ts';
import { exitAfter, run } from './start.ts';

// What small buffers are cut from. A piece of the usual 64 KB lasts from one collection of the young generation to the
// next, grows old in it, and by its size brings on the collection of the whole heap; on PostgreSQL 22 did each second.
Buffer.poolSize = 8_192;

exitAfter(async () => run(readSettings(process.env), { isDev: process.argv.includes('--dev') }));
