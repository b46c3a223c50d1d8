/** Checks that every row of a file has its unchanged bytes, and that every file named by an owner has a row. */
import { createHash } from 'node:crypto';
import { slots } from '../../contract/application-form.ts';
import { defaultLanguage } from '../../contract/language.ts';
import type { Context } from '../context.ts';
import { type Storage, StorageFault } from '../storage/storage.ts';
import { filesAfter, ownerOf, ownersWithoutFile } from './check.db.ts';
import { knownIds } from './files.db.ts';
import { hasFileRow } from './files.ts';
import { formerKeyNeeded, mayNeedFormerKey } from './former-key.ts';
import { idOf, type StoredObject, storedObjectsOf } from './stored-objects.ts';

const restoringAFile = 'docs/operations.md, “A lost file”';
const rowsPerBatch = 500;
/** Concurrent requests, since a bucket answers many as fast as one. */
const workersMax = 8;

/** Returns a sentence for each problem, for the owner only, since it names a person; one for all files that lack a key. */
export async function checkFiles(ctx: Context): Promise<string[]> {
  const problems = (await ownersWithoutFile(ctx)).map(
    (id) => `The record ${id} names a file that has no row. Restore a backup, or put the file in again in the office.`,
  );
  const sentences = new Map<string, string>();
  let underFormerKey = 0;
  await eachFile(ctx, '', async ({ id, keyGeneration, stored }) => {
    const lost: string[] = [];
    const altered: string[] = [];
    let lacksKey = false;
    for (const { key, sha256 } of stored) {
      const hash = await hashOf(ctx.storage, key);
      if (hash === null) lost.push(key);
      else if (hash === 'altered' && mayNeedFormerKey(ctx, keyGeneration)) lacksKey = true;
      else if (hash !== sha256) altered.push(key);
    }
    if (lacksKey && (await hasFileRow(ctx, id))) underFormerKey++;
    if (lost[0]) sentences.set(lost[0], `The file ${namesOf(lost)} has a row and no bytes.`);
    if (altered[0]) sentences.set(altered[0], `The file ${namesOf(altered)} is not what was stored.`);
  });
  for (const [key, sentence] of await withExistingRow(ctx, sentences))
    problems.push(`${sentence} ${await adviceFor(ctx, key)}`);
  if (underFormerKey > 0) problems.push(formerKeyNeeded(underFormerKey));
  return problems;
}

/** Objects of one row, whose first may be the file itself; the others are thumbnails. */
function namesOf([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `${first}`;
  return `${first} (and ${others.length} ${others.length === 1 ? 'thumbnail' : 'thumbnails'})`;
}

/** Only the sentences whose file still has its row: a file that was replaced or removed meanwhile is no problem. */
export async function withExistingRow(
  ctx: Context,
  sentences: ReadonlyMap<string, string>,
): Promise<[key: string, sentence: string][]> {
  const known = await knownIds(ctx, [...sentences.keys()].map(idOf));
  return [...sentences].filter(([key]) => known.has(idOf(key)));
}

/** Names the owner and the field of the file, and says how to repair it. */
async function adviceFor(ctx: Context, key: string): Promise<string> {
  const owner = await ownerOf(ctx, idOf(key));
  if (!owner) return `It is gone from its record. A backup may have it (${restoringAFile}).`;
  const { applicationId, personName, slideTitle } = owner;
  const whose = applicationId ? `of ${personName}, application ${applicationId}` : `of the slide “${slideTitle}”`;
  return `It is the ${placeOf(owner)} ${whose}. Bring it back from a backup (${restoringAFile}), or replace it in the office.`;
}

function placeOf(owner: NonNullable<Awaited<ReturnType<typeof ownerOf>>>): string {
  if (!owner.applicationId) return 'picture';
  if (owner.photo === owner.name) return 'photo';
  const slot = Object.values(slots).find(({ name }) => owner[name] === owner.name);
  return slot?.label[defaultLanguage] ?? 'former file';
}

/** Calls `work` for each row created at `since` or later, several at a time, with the objects that it must have. */
export async function eachFile(
  ctx: Context,
  since: string,
  work: (file: { id: string; keyGeneration: number; createdAt: string; stored: StoredObject[] }) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await filesAfter(ctx, after, rowsPerBatch, since);
    const queue = rows.values();
    const worker = async () => {
      for (const row of queue) await work({ ...row, stored: storedObjectsOf(row) });
    };
    await Promise.all(Array.from({ length: workersMax }, worker));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** The hash of the stored bytes, or `altered` when they cannot be decrypted; null when there are none. */
export async function hashOf(storage: Storage, key: string): Promise<string | null> {
  try {
    const object = await storage.get(key);
    if (!object) return null;
    const hash = createHash('sha256');
    for await (const chunk of object.stream) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof StorageFault && error.kind === 'altered') return 'altered';
    throw error;
  }
}
