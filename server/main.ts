/** The process of `npm start`. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Without it, the compiler that takes the types out stays in memory. Among the packages, where nobody else may write.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/maplegate', import.meta.url)));

// What small buffers are cut from. A piece of the usual 64 KB lasts from one collection of the young generation to the
// next, grows old in it, and by its size brings on the collection of the whole heap; on PostgreSQL 22 did each second.
Buffer.poolSize = 8_192;

const { readSettings } = await import('./settings.ts');
const { exitAfter, run } = await import('./start.ts');
exitAfter(async () => run(readSettings(process.env), { isDev: process.argv.includes('--dev') }));
