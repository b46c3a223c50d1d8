/**
 * Inserts many application rows directly into the table, without pictures. With `apart` their sequence numbers have
 * gaps, so that a few rows reach the numbers of many.
 */
import { type RawBuilder, sql } from 'kysely';
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
  const { db } = resources.database;
  for (let start = 0; start < count; start += chunk) {
    const rows = Array.from({ length: Math.min(chunk, count - start) }, (_, offset) => ({
      ...rowsOf(applicant(start + offset, count, today), { id: newId() }).application,
      sequence: (start + offset + 1) * apart,
    }));
    await db.insertInto('application').values(rows).execute();
  }
  await db
    .updateTable('counter')
    .set({ value: count * apart })
    .where('name', '=', 'application')
    .execute();
  if (deletedEvery) await deleteSome(resources, count * apart, deletedEvery * apart);
}

/** Copies the only application in one statement, for tests that need many applications and look at none of them. */
export async function insertCopies({ database }: OpenResources, count: number): Promise<void> {
  const { db } = database;
  const original = await db.selectFrom('application').selectAll().executeTakeFirstOrThrow();
  const names = Object.keys(original) as (keyof typeof original)[];
  const ownValues: Partial<Record<keyof typeof original, RawBuilder<unknown>>> = {
    sequence: sql`sequence + number`,
    id: sql`'ffffffffffffff' || (1000000000 + number)`,
    passport: sql`'COPY' || number`,
    passportKey: sql`'COPY' || number`,
    email: sql`'copy' || number || '@example.com'`,
  };
  await db
    .insertInto('application')
    .columns(names)
    .expression(
      sql`
        with recursive numbers (number) as (
          select 1 union all select number + 1 from numbers where number < ${sql.lit(count)}
        )
        select ${sql.join(names.map((name) => ownValues[name] ?? sql.ref(name)))} from application cross join numbers
      `,
    )
    .execute();
  await db
    .updateTable('counter')
    .set({ value: original.sequence + count })
    .where('name', '=', 'application')
    .execute();
}

const recordsAtOnce = 1_000;

/** Deletes the applications whose sequence numbers, up to `count`, are multiples of `every`. */
export async function deleteSome({ database, now }: OpenResources, count: number, every: number): Promise<void> {
  const { db } = database;
  const isDue = sql<boolean>`sequence <= ${sql.lit(count)} and sequence % ${sql.lit(every)} = 0`;
  // Each record changes the same tallies, whose versions PostgreSQL only removes between transactions.
  for (let from = 0; from < count; from += recordsAtOnce) {
    await db
      .updateTable('application')
      .set({ deletedAt: now().toISOString() })
      .where(isDue)
      .where('sequence', '>', from)
      .where('sequence', '<=', from + recordsAtOnce)
      .execute();
  }
  await db
    .insertInto('applicationAbsence')
    .columns(['applicationId', 'applicationSequence', 'fromSequence', 'toSequence'])
    .expression((build) =>
      build
        .selectFrom('application')
        .select([
          'id',
          'sequence',
          sql<number>`${sql.lit(count)} + sequence / ${sql.lit(every)}`.as('from'),
          sql<null>`null`.as('to'),
        ])
        .where(isDue),
    )
    .execute();
  await db
    .updateTable('counter')
    .set({ value: count + Math.floor(count / every) })
    .where('name', '=', 'application')
    .execute();
}
