/** The filters of the audit log and of its export. */
import { z } from 'zod';
import { auditActionNames, changesOnly, type ExportFormat, exportFormats, systemActor } from '../../contract/audit.ts';
import { cappedNumber, optionalDate } from '../../contract/fields.ts';
import { recordId, searchText } from '../request-fields.ts';

const id = recordId('invalid_id');

export const auditQuery = z.object({
  user: z.union([z.literal(systemActor), id], { error: 'invalid_id' }).optional(),
  record: id.optional(),
  action: z.enum([changesOnly, ...auditActionNames], { error: 'invalid_filter' }).optional(),
  from: optionalDate('invalid_filter').optional(),
  to: optionalDate('invalid_filter').optional(),
  search: searchText,
  page: cappedNumber('invalid_page').default(1),
});
export type AuditQuery = z.output<typeof auditQuery>;

export const auditExport = auditQuery.omit({ page: true }).extend({
  format: z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]], { error: 'invalid_filter' }),
});
export type AuditExport = z.output<typeof auditExport>;
