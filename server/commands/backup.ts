/** Writes one file of everything, while the product runs or not. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup/backup.ts';
import { StartError } from '../start-error.ts';
import { runCommand } from './run.ts';

const usage = 'Usage: npm run backup -- FILE [--plain]';

await runCommand(async (ctx) => {
  const { name, isPlain } = readArguments();
  const { recipients } = ctx.settings.backup;
  if (!isPlain && recipients.length === 0) {
    throw new StartError(
      'For whom? Set BACKUP_RECIPIENTS to the public key that npm run backup-key -- FILE prints, or add --plain for a backup that anybody can read. Nothing was written.',
    );
  }
  const file = resolve(name);
  const { applications, files, problems } = await backUp(ctx, file, isPlain ? null : recipients);
  const summary = `${file}: ${applications} applications, ${files} files, ${problems.length} problems`;
  if (problems.length > 0) throw new StartError([...problems, summary].join('\n'));
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
  throw new StartError(usage);
}
