/** Writes a backup: one file of everything, while the product runs or not. */
import { dirname, resolve } from 'node:path';
import { lowerPriority } from '../background-process.ts';
import { backUp } from '../backup/backup.ts';
import { counted } from '../counted.ts';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { runCommand } from './run.ts';

const commandLine = {
  usage: 'Usage: npm run backup -- FILE [--plain]',
  options: { plain: { type: 'boolean' } },
  needsName: true,
} as const;

lowerPriority();
await runCommand(commandLine, async (ctx, { name, values }) => {
  const isPlain = values.plain ?? false;
  const { recipients } = ctx.settings.backup;
  if (!isPlain && recipients.length === 0) {
    throw new OperatorError(
      'The backup has no recipient. Set BACKUP_RECIPIENTS to the public key that npm run backup-key -- FILE prints, or add --plain for a backup that anybody can read. Nothing was written.',
    );
  }
  const file = resolve(name);
  const { applications, files, problems } = await backUp(ctx, file, isPlain ? null : recipients).catch((error) => {
    if (!isDiskFull(error)) throw error;
    throw new OperatorError(
      `The disk of ${dirname(file)} or of DATA_DIR is full. No backup was made, and the incomplete file was removed.`,
    );
  });
  const summary = `${file}: ${counted(applications, 'application')}, ${counted(files, 'file')}, ${counted(problems.length, 'problem')}`;
  if (problems.length > 0) throw new OperatorError([...problems, summary].join('\n'));
  return summary;
});
