/** The actions that change nothing. */
import type { AuditAction } from '../../contract/audit.ts';

/** Reading a record. */
export const viewActions = ['application.viewed', 'file.viewed'] as const satisfies readonly AuditAction[];
export type ViewAction = (typeof viewActions)[number];

/** Taking records away in a file; the detail of an entry has their number. */
export const downloadActions = [
  'applications.exported',
  'import.report-taken',
] as const satisfies readonly AuditAction[];

/** What somebody tried and was refused, or did not complete. */
export const refusalActions = [
  'session.refused',
  'session.locked',
  'password.refused',
  'factor.refused',
  'factor.awaited',
  'call.refused',
] as const satisfies readonly AuditAction[];

/** Actions that change no record and no account: signing in and out, reading, exporting, and refusals. */
export const changelessActions = [
  ...viewActions,
  'session.started',
  'session.confirmed',
  'session.ended',
  ...refusalActions,
  'reading.many',
  'audit.exported',
  ...downloadActions,
] as const satisfies readonly AuditAction[];
