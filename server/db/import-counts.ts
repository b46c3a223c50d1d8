/** How many rows of an import fit and how many are refused, counted again once rows may have been erased. */
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Does nothing while a step of the import runs: the step counts its own rows, and calls this at its end. */
export async function recountImport(db: Db, runId: string): Promise<void> {
  await sql`
    update import_run set
      fit_count = (select count(*) from import_row where run_id = ${runId} and state = 'fit'),
      refused_count = (select count(*) from import_row where run_id = ${runId} and state = 'refused')
    where id = ${runId} and state in ('checked', 'imported')
  `.execute(db);
}
