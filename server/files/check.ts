/** Checks that every row of a file has its unchanged bytes, and every owner its row. */
import { createHash } from 'node:crypto';
import { slots } from '../../contract/application-form.ts';
import type { Context } from '../context.ts';
import { type Storage, StorageFault } from '../storage/storage.ts';
import { filesAfter, ownerOf, ownersWithoutFile } from './check.db.ts';
import { knownIds } from './files.db.ts';
import { idOf, type StoredObject, storedObjectsOf } from './names.ts';

/** A bucket answers many requests as fast as one. */
const batch = 500;
const atOnce = 8;

/** Sentences about what is wrong, for the owner only, since they name people. */
export async function checkFiles(ctx: Context): Promise<string[]> {
  const problems = (await ownersWithoutFile(ctx)).map((id) => `The record ${id} names a file that has no row.`);
  const ofFiles = new Map<string, string>();
  await eachFile(ctx, '', async ({ stored }) => {
    for (const { key, sha256 } of stored) {
      const found = await hashOf(ctx.storage, key);
      if (found === null) ofFiles.set(key, `The file ${key} has a row and no bytes.`);
      else if (found !== sha256) ofFiles.set(key, `The file ${key} is not what was stored.`);
    }
  });
  const present = await withExistingRow(ctx, ofFiles);
  for (const [key, sentence] of present) problems.push(`${sentence} ${await adviceFor(ctx, key)}`);
  return problems;
}

/** Keeps the sentences whose file still has its row: files that were replaced or removed meanwhile are not lost. */
export async function withExistingRow(
  ctx: Context,
  sentences: ReadonlyMap<string, string>,
): Promise<[key: string, sentence: string][]> {
  const known = await knownIds(ctx, [...sentences.keys()].map(idOf));
  return [...sentences].filter(([key]) => known.has(idOf(key)));
}

/** Names the owner and the field of the file, so that the person or the paper can be found. */
async function adviceFor(ctx: Context, key: string): Promise<string> {
  const owner = await ownerOf(ctx, idOf(key));
  if (!owner) return 'It is gone from its record. A backup may have it, under the same name.';
  const { applicationId, personName, slideTitle } = owner;
  const whose = applicationId ? `of ${personName}, application ${applicationId}` : `of the slide “${slideTitle}”`;
  return `It is the ${placeOf(owner)} ${whose}. Bring it back from a backup under the same name, or replace it in the office.`;
}

function placeOf(owner: NonNullable<Awaited<ReturnType<typeof ownerOf>>>): string {
  if (!owner.applicationId) return 'picture';
  if (owner.photo === owner.name) return 'photo';
  const slot = Object.values(slots).find(({ name }) => owner[name] === owner.name);
  return slot?.label.en ?? 'former file';
}

/** Reads the rows made at `since` or later, several at a time, each with the keys that it must have. */
export async function eachFile(
  ctx: Context,
  since: string,
  work: (file: { id: string; createdAt: string; stored: StoredObject[] }) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await filesAfter(ctx, after, batch, since);
    const rest = rows.values();
    const worker = async () => {
      for (const row of rest) await work({ ...row, stored: storedObjectsOf(row) });
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The hash of the stored bytes, or `altered` when they cannot be decrypted; null when there are none. */
export async function hashOf(storage: Storage, key: string): Promise<string | null> {
  try {
    const found = await storage.get(key);
    if (!found) return null;
    const hash = createHash('sha256');
    for await (const chunk of found.stream) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof StorageFault && error.kind === 'altered') return 'altered';
    throw error;
  }
}
