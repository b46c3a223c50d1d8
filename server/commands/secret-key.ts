/** A key for the settings of several nodes, on standard output and nowhere else. */
import { newSecret } from '../secret.ts';

process.stdout.write(`${newSecret()}\n`);
