/**
 * The process of `npm start`. Plain JavaScript, which an older Node.js can read as far as the sentence that says what it
 * needs; `main.ts` is a link to this file, for whoever starts it by that name.
 */
import './node-version.js';

await import('./compile-cache.js');
const { readSettings } = await import('./settings.ts');
const { exitAfter, run } = await import('./start.ts');

// What small buffers are cut from. A piece of the usual 64 KB lasts from one collection of the young generation to the
// next, grows old in it, and by its size brings on the collection of the whole heap; on PostgreSQL 22 did each second.
Buffer.poolSize = 8_192;

exitAfter(async () => run(readSettings(process.env), { isDev: process.argv.includes('--dev') }));
