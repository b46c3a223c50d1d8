/** The process of `npm start`. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Without it, the compiler that takes the types out stays in memory. Among the packages, where nobody else may write.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/maplegate', import.meta.url)));

const { readSettings } = await import('./settings.ts');
const { exitAfter, run } = await import('./start.ts');
exitAfter(async () => run(readSettings(process.env), { isDev: process.argv.includes('--dev') }));
