/** Whether every row of a file has its bytes, unchanged, and every owner its row. */
import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { filesAfter, ownersWithoutFile } from './check.db.ts';
import { thumbnailName, thumbnailsOf } from './names.ts';

const batch = 500;

/** Sentences about what is wrong, with ids only. */
export async function checkFiles(ctx: Context): Promise<string[]> {
  const problems = (await ownersWithoutFile(ctx)).map((id) => `The record ${id} names a file that has no row.`);
  for (let after = ''; ; ) {
    const rows = await filesAfter(ctx, after, batch);
    for (const row of rows) {
      const stored = [
        { key: row.name, sha256: row.sha256 },
        ...thumbnailsOf(row).map((thumbnail) => ({ key: thumbnailName(row.id, thumbnail), sha256: thumbnail.sha256 })),
      ];
      for (const { key, sha256 } of stored) {
        const found = await hashOf(ctx, key);
        if (found === null) problems.push(`The file ${key} has a row and no bytes.`);
        else if (found !== sha256) problems.push(`The file ${key} is not what was stored.`);
      }
    }
    const last = rows.at(-1);
    if (!last) return problems;
    after = last.id;
  }
}

async function hashOf(ctx: Context, key: string): Promise<string | null> {
  const found = await ctx.storage.get(key);
  if (!found) return null;
  const hash = createHash('sha256');
  for await (const chunk of found.stream) hash.update(chunk);
  return hash.digest('hex');
}
