/** What the dashboard of the office counts: work for everybody, and for the super admin what nobody else may know. */
import type { Answers } from '../../contract/answers.ts';
import { mayCall } from '../../contract/endpoints.ts';
import { countApplications } from '../applications/counts.ts';
import { countBulkReaders } from '../audit/reading-log.ts';
import { isBackupLate } from '../backup/state.ts';
import type { Context } from '../context.ts';

export async function summarize(ctx: Context): Promise<Answers['applicationSummary']> {
  const [counts, backupLate, bulkReaders] = await Promise.all([
    countApplications(ctx),
    mayCall('system', ctx.actor) ? isBackupLate(ctx) : null,
    mayCall('audit', ctx.actor) ? countBulkReaders(ctx) : null,
  ]);
  return { ...counts, backupLate, bulkReaders };
}
