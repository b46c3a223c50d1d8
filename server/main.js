/**
 * The entry point of `npm start`. It is plain JavaScript, so that an older Node.js can run it as far as the message
 * about the release it needs. `main.ts` is a link to this file, for starts by that name.
 */
import './node-version.js';

const usage =
  'Usage: npm start, without arguments. The settings are environment variables, which docs/operations.md describes.';
const typed = process.argv.slice(2);
const isHelp = typed.includes('--help');
if (isHelp || typed.some((argument) => argument !== '--dev')) {
  (isHelp ? process.stdout : process.stderr).write(`${usage}\n`);
  process.exit(isHelp ? 0 : 1);
}

await import('./compile-cache.js');
const { readSettings } = await import('./settings.ts');
const { exitAfter, run } = await import('./start.ts');

// Small buffers are cut from a pool of this size. Pools of the usual 64 KB survive collections of the young generation
// and so cause collections of the whole heap.
Buffer.poolSize = 8_192;

exitAfter(async () => run(readSettings(process.env), { isDev: typed.includes('--dev') }));
