/** Makes an age key pair for backups: writes the identity to a new file, and prints the recipient. */
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { OperatorError } from '../operator-error.ts';
import { sync } from '../sync.ts';
import { runAndPrint } from './run.ts';

const commandLine = { usage: 'Usage: npm run backup-key -- FILE', needsName: true };

await runAndPrint(commandLine, async ({ name }) => {
  const file = resolve(name);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new OperatorError(`There is a file or a folder ${file} already. Nothing was written.`);
    throw new OperatorError(`The file ${file} cannot be written (${error.code}).`);
  });
  await sync(dirname(file));
  // Standard output has the recipient alone, for scripts.
  process.stderr.write(
    `The private key is in ${file}, and BACKUP_RECIPIENTS on the server is to be set to this public one:\n`,
  );
  return recipient;
});
