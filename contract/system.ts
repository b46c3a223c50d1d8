/** The state of the installation, which the super admin can read. */
import { z } from 'zod';
import { count, moment } from './answer-parts.ts';

/** The reasons for which a backup may fail. */
export const backupProblems = [
  'disk_full',
  'folder_unusable',
  'files_damaged',
  'not_read_back',
  'records_erased',
  'storage_unavailable',
  'unexpected',
] as const;
export type BackupProblem = (typeof backupProblems)[number];

export const systemAnswer = z.strictObject({
  release: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  storage: z.enum(['disk', 's3']),
  startedAt: moment,
  backup: z.strictObject({
    last: z.strictObject({ at: moment, bytes: count }).nullable(),
    problem: z.enum(backupProblems).nullable(),
    nextAt: moment.nullable(),
  }),
  encryption: z.strictObject({ pending: count }),
  audit: z.strictObject({ entries: count, checkpointAt: moment.nullable() }),
});
