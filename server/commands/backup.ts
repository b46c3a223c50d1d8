/** Writes a backup: one file of everything, while the product runs or not. */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lowerPriority } from '../background-process.ts';
import { backUp } from '../backup/backup.ts';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { runCommand } from './run.ts';

const usage = 'Usage: npm run backup -- FILE [--plain]';

lowerPriority();
await runCommand(async (ctx) => {
  const { name, isPlain } = readArguments();
  const { recipients } = ctx.settings.backup;
  if (!isPlain && recipients.length === 0) {
    throw new OperatorError(
      'For whom? Set BACKUP_RECIPIENTS to the public key that npm run backup-key -- FILE prints, or add --plain for a backup that anybody can read. Nothing was written.',
    );
  }
  const file = resolve(name);
  const { applications, files, problems } = await backUp(ctx, file, isPlain ? null : recipients).catch((error) => {
    if (!isDiskFull(error)) throw error;
    throw new OperatorError(
      `The disk of ${dirname(file)} or of DATA_DIR is full. No backup was made, and the half file was removed.`,
    );
  });
  const summary = `${file}: ${applications} applications, ${files} files, ${problems.length} problems`;
  if (problems.length > 0) throw new OperatorError([...problems, summary].join('\n'));
  return summary;
});

function readArguments(): { name: string; isPlain: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { plain: { type: 'boolean' } }, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name && rest.length === 0) return { name, isPlain: values.plain ?? false };
  } catch {
    // An unknown option gets the same sentence as a missing name.
  }
  throw new OperatorError(usage);
}
