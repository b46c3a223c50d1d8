/** Verifies the audit log: recomputes its tree and compares it with every checkpoint, also while the product runs. */
import { type CheckpointFile, checkpointFiles, openCheckpointFile } from '../audit-tree/checkpoint-files.ts';
import { readVerifierKeys } from '../audit-tree/tree.ts';
import { verifyAudit } from '../audit-tree/verify.ts';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { fileExists } from '../file-exists.ts';
import { OperatorError } from '../operator-error.ts';
import { runCommand } from './run.ts';

const commandLine = {
  usage: 'Usage: npm run audit-verify [-- --checkpoint FILE]',
  options: { checkpoint: { type: 'string', multiple: true } },
} as const;

await runCommand(commandLine, async (ctx, { values }) => {
  const sources = await openSources(ctx, values.checkpoint ?? []);
  try {
    const { entries, problem } = await ctx.database.withoutTimeout((db) => verifyAudit({ ...ctx, db }, sources));
    const keys = (await readVerifierKeys(ctx)).map((key) => `Signed by ${key}`);
    if (problem !== null) process.exitCode = 1;
    return [...keys, problem ?? `${counted(entries, 'entry', 'entries')}, 0 problems`].join('\n');
  } finally {
    for (const source of sources) await source.close();
  }
});

async function openSources(ctx: Context, externalFiles: readonly string[]): Promise<CheckpointFile[]> {
  for (const name of externalFiles) {
    if (!(await fileExists(name))) throw new OperatorError(`There is no file ${name}.`);
  }
  return Promise.all([
    ...externalFiles.map((name) => openCheckpointFile(name, true)),
    ...checkpointFiles(ctx.settings).map((name) => openCheckpointFile(name, false)),
  ]);
}
