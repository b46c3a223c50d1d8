/** Prints a new key for the settings of several nodes; it is stored nowhere. */
import { newSecret } from '../secret.ts';
import { runAndPrint } from './run.ts';

await runAndPrint({ usage: 'Usage: npm run secret-key, without arguments.' }, async () => newSecret());
