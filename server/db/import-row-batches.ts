/**
 * Bounds what is read of an import at once in bytes as well as in rows, since a row can have hundreds of kilobytes and
 * requests wait while a batch is parsed.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

const batchBytesMax = 1024 * 1024;

/**
 * The number of the last row of the next batch among these rows; undefined if there are none. A single row is a batch
 * whatever its size.
 */
export async function endOfBatch(
  rows: SelectQueryBuilder<Tables, 'importRow', object>,
  rowsMax: number,
): Promise<number | undefined> {
  // Both engines know the length of a text in bytes without reading it.
  const bytes = sql<number>`coalesce(octet_length(cells), 0) + octet_length(faults) + octet_length(problems)`;
  const sizes = await rows
    .select(['number', bytes.as('bytes')])
    .orderBy('number')
    .limit(rowsMax)
    .execute();
  let sum = 0;
  const exceeding = sizes.findIndex((row) => {
    sum += Number(row.bytes);
    return sum > batchBytesMax;
  });
  return (exceeding === -1 ? sizes.at(-1) : sizes[Math.max(exceeding - 1, 0)])?.number;
}
