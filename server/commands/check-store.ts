/** Reads every record and every byte, and reports every inconsistency. Changes nothing. */
import { checkTallies, countApplications } from '../applications/check.ts';
import type { Context } from '../context.ts';
import { damagedPages } from '../db/integrity.ts';
import { checkFiles, eachFile } from '../files/check.ts';

/** Sentences about problems; empty when everything is consistent. */
export async function checkStore(ctx: Context): Promise<string[]> {
  const damages = (await damagedPages(ctx.database)).map((damage) => `The database is damaged: ${damage}.`);
  return [...damages, ...(await checkTallies(ctx)), ...(await checkFiles(ctx))];
}

/** How many applications, deleted ones included, and files with their thumbnails there are, as a backup counts them. */
export async function countStored(ctx: Context): Promise<{ applications: number; files: number }> {
  const applications = await countApplications(ctx);
  let files = 0;
  await eachFile(ctx, '', async ({ stored }) => {
    files += stored.length;
  });
  return { applications, files };
}
