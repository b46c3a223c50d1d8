/** Prints a new key for the settings of several nodes; it is stored nowhere. */
import { newSecret } from '../secret.ts';

process.stdout.write(`${newSecret()}\n`);
