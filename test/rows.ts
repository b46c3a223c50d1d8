/**
 * Inserts many application rows directly into the table, without pictures. With `apart` their sequence numbers have
 * gaps, so that a few rows reach the numbers of many.
 */
import { applicant } from '../demo/applicants.ts';
import { rowsOf } from '../demo/rows.ts';
import { newId } from '../server/identifiers.ts';
import type { OpenResources } from '../server/resources.ts';

/** One statement has no more parameters than either engine allows. */
const chunk = 250;

export async function insertApplications(
  resources: OpenResources,
  count: number,
  { deletedEvery = 0, today = '2026-03-10', apart = 1 } = {},
): Promise<void> {
  const { query } = resources.database;
  for (let start = 0; start < count; start += chunk) {
    const rows = Array.from({ length: Math.min(chunk, count - start) }, (_, offset) => ({
      ...rowsOf(applicant(start + offset, count, today), { id: newId() }).application,
      sequence: (start + offset + 1) * apart,
    }));
    await query.insertInto('application').values(rows).execute();
  }
  await query
    .updateTable('counter')
    .set({ value: count * apart })
    .execute();
  if (deletedEvery) await deleteSome(resources, count * apart, deletedEvery * apart);
}

async function deleteSome({ database, now }: OpenResources, count: number, every: number): Promise<void> {
  const sequences = Array.from({ length: Math.floor(count / every) }, (_, at) => (at + 1) * every);
  const at = now().toISOString();
  await database.query.updateTable('application').set({ deletedAt: at }).where('sequence', 'in', sequences).execute();
  const rows = await database.query
    .selectFrom('application')
    .select(['id', 'sequence'])
    .where('sequence', 'in', sequences)
    .execute();
  const absences = rows.map((row, index) => ({
    applicationId: row.id,
    applicationSequence: row.sequence,
    fromSequence: count + index + 1,
    toSequence: null,
  }));
  for (let start = 0; start < absences.length; start += 5_000) {
    await database.query
      .insertInto('applicationAbsence')
      .values(absences.slice(start, start + 5_000))
      .execute();
  }
  await database.query
    .updateTable('counter')
    .set({ value: count + rows.length })
    .execute();
}
