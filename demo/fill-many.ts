/**
 * Inserts applications by the million: their rows in bulk, with shared pictures. The audit log gets no entries, since
 * nobody did anything.
 */
import type { Actor, Context } from '../server/context.ts';
import { newId } from '../server/identifiers.ts';
import { applicant, type DemoApplicant } from './applicants.ts';
import { inBulk } from './bulk.ts';
import { documentsHeld } from './documents.ts';
import type { Say } from './fill-few.ts';
import { openPicturePool, type PicturePool, type SharedPicture } from './pictures.ts';
import { type DemoRows, rowsOf } from './rows.ts';

const batch = 2_000;
/** Only this many of the first and of the last applications have documents. */
export const applicationsWithDocuments = 1_000;

export async function fillMany(
  ctx: Context,
  count: number,
  today: string,
  actor: Actor,
  say: Say,
  drawn = 60,
): Promise<void> {
  say(`drawing the pictures of ${drawn} people`);
  const pool = await openPicturePool(ctx, Math.min(drawn, count), count, today);
  try {
    await inBulk(ctx, async (insert, db) => {
      let saidAt = Date.now();
      for (let start = 0; start < count; start += batch) {
        const records = Array.from({ length: Math.min(batch, count - start) }, (_, offset) =>
          recordOf(applicant(start + offset, count, today), count, actor, pool),
        );
        await insert(
          'application',
          records.map((record) => record.application),
        );
        await insert(
          'decision',
          records.flatMap((record) => record.decisions),
        );
        await insert(
          'file',
          records.flatMap((record) => record.files),
        );
        if (Date.now() - saidAt < 5_000) continue;
        saidAt = Date.now();
        say(`${(start + records.length).toLocaleString('en')} of ${count.toLocaleString('en')} applications`);
      }
      await db.updateTable('counter').set({ value: count }).where('name', '=', 'application').execute();
      say('building the indexes');
    });
  } finally {
    await pool.close();
  }
}

function recordOf(
  person: DemoApplicant,
  count: number,
  actor: Actor,
  pool: PicturePool,
): DemoRows & { files: object[] } {
  const { index, createdAt } = person;
  const id = newId();
  const hasDocuments = index < applicationsWithDocuments || index >= count - applicationsWithDocuments;
  const shared: [column: string, SharedPicture][] = [['photo', pool.share('image', index, count)]];
  if (hasDocuments) {
    for (const name of documentsHeld(person.status)) shared.push([name, pool.share(name, index, count)]);
  }
  const names = Object.fromEntries(shared.map(([column, { name }]) => [column, name]));
  return {
    ...rowsOf(person, { id, ...names }, actor.id),
    files: shared.map(([, { row }]) => ({ ...row, applicationId: id, slideId: null, createdAt })),
  };
}
