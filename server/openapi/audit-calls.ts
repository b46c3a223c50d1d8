/** What the calls of the audit log are for. */
import { exportFormats } from '../../contract/audit.ts';
import { limits } from '../../contract/limits.ts';
import { auditExport, auditQuery } from '../audit-log/requests.ts';
import type { CallDescription } from './call-description.ts';
import { mediaType } from './media-type.ts';
import * as notes from './notes.ts';

export const auditCalls = {
  audit: {
    group: 'Audit log',
    summary: 'Read the audit log',
    query: { schema: auditQuery, notes: notes.auditNotes },
    success: { status: 200, text: `One page of ${limits.pageSize} entries, newest first.` },
  },
  searchAudit: {
    group: 'Audit log',
    summary: 'Read the audit log, and search it',
    text: 'The same with its names as JSON, so that a passport number is never part of a URL.',
    json: { schema: auditQuery, notes: notes.auditNotes, isOptional: true },
    success: { status: 200, text: `One page of ${limits.pageSize} entries, newest first.` },
  },
  exportAudit: {
    group: 'Audit log',
    summary: 'Download what the filter matches',
    text: 'Newest first. As NDJSON each line is a leaf of the tree with its position, so that the whole log can be verified elsewhere; as CSV, no cell is computed by a spreadsheet. The download itself becomes an entry.',
    json: { schema: auditExport, notes: notes.auditExportNotes },
    success: { status: 200, text: 'The entries.', types: Object.values(exportFormats).map(mediaType) },
  },
  auditTree: {
    group: 'Audit log',
    summary: 'Read what was signed last',
    success: { status: 200, text: 'The last checkpoint of the tree.' },
  },
  auditPeople: {
    group: 'Audit log',
    summary: 'List everybody who may appear in the audit log',
    success: { status: 200, text: 'All accounts by name, deleted ones too.' },
  },
} satisfies Record<string, CallDescription>;
