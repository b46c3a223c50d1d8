/** The process of `npm start`. */
import { readSettings } from './settings.ts';
import { exitAfter, run } from './start.ts';

exitAfter(async () => run(readSettings(process.env), { isDev: process.argv.includes('--dev') }));
