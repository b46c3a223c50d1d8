/** Prints a new key for the settings of several nodes; it is stored nowhere. */
import { newSecret } from '../secret.ts';
import { endWith } from './run.ts';

await endWith({ usage: 'Usage: npm run secret-key, without arguments.' }, async () => newSecret());
