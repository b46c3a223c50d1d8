/** Makes an age key pair for backups: writes the identity to a new file, and prints the recipient. */
import { open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { sync } from '../sync.ts';
import { runAndPrint } from './run.ts';

const commandLine = { usage: 'Usage: npm run backup-key -- FILE', needsName: true };

await runAndPrint(commandLine, async ({ name }) => {
  const file = resolve(name);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  const notWritable = (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST')
      throw new OperatorError(`There is a file or a folder ${file} already. Nothing was written.`);
    if (isDiskFull(error)) throw new OperatorError(`The disk of ${dirname(file)} is full. No key was made.`);
    throw new OperatorError(`The file ${file} cannot be written (${error.code}).`);
  };
  const handle = await open(file, 'wx', 0o600).catch(notWritable);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    // An incomplete one holds no key, and the next attempt would be refused because of it.
    await rm(file, { force: true });
    notWritable(error as NodeJS.ErrnoException);
  } finally {
    await handle.close();
  }
  await sync(dirname(file));
  // Standard output has the recipient alone, for scripts.
  process.stderr.write(
    `The private key is in ${file}, and BACKUP_RECIPIENTS on the server is to be set to this public one:\n`,
  );
  return recipient;
});
