/** The audit log: its actions, and the words of its filters. */

/**
 * The kinds of records that entries are about. An action without one is about the installation, a call, an export or an
 * import, which have no name to show.
 */
export type AuditKind = 'application' | 'slide' | 'user' | 'view';

/** Every action, with the kind of its record. */
export const auditActions = {
  'setup.completed': 'user',
  'session.started': 'user',
  'session.confirmed': 'user',
  'session.ended': 'user',
  'session.refused': 'user',
  'session.locked': 'user',
  'password.changed': 'user',
  'password.reset': 'user',
  'password.refused': 'user',
  'factor.added': 'user',
  'factor.removed': 'user',
  'factor.used-up': 'user',
  'factor.reset': 'user',
  'factor.refused': 'user',
  'factor.awaited': 'user',
  'profile.changed': 'user',
  'user.added': 'user',
  'user.changed': 'user',
  'user.deleted': 'user',
  'user.suspended': 'user',
  'user.resumed': 'user',
  'user.rights-taken': 'user',
  'user.rights-given': 'user',
  'super-admin.renamed': 'user',
  'key.replaced': null,
  'call.refused': null,
  'reading.many': 'user',
  'audit.exported': null,
  'applications.exported': null,
  'applications.imported': null,
  'applications.taken-back': null,
  'import.added': null,
  'import.started': null,
  'import.undo-started': null,
  'import.report-taken': null,
  'import.removed': null,
  'application.viewed': 'application',
  'file.viewed': 'application',
  'application.added': 'application',
  'application.changed': 'application',
  'application.decided': 'application',
  'application.decision-withdrawn': 'application',
  'application.attached': 'application',
  'application.brought-back': 'application',
  'application.assigned': 'application',
  'application.unassigned': 'application',
  'application.noted': 'application',
  'application.deleted': 'application',
  'application.restored': 'application',
  'application.unblocked': 'application',
  'application.taken-back': 'application',
  'application.purged': 'application',
  'application.erased': 'application',
  'application.held': 'application',
  'application.released': 'application',
  'slide.added': 'slide',
  'slide.changed': 'slide',
  'slide.deleted': 'slide',
  'view.added': 'view',
  'view.renamed': 'view',
  'view.changed': 'view',
  'view.deleted': 'view',
} as const satisfies Record<string, AuditKind | null>;
export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** The filter for all other actions, used instead of an action. */
export const changesOnly = 'changes';

/** Among the fields of `file.viewed`: a former file of the application, which staff can bring back. */
export const formerFile = 'former';

/**
 * Actions of callers who need not be signed in. Their entries have no actor, and yet the product did not act by itself,
 * so the filter `systemActor` leaves them out.
 */
export const anonymousActions = [
  'session.refused',
  'session.locked',
  'factor.awaited',
] as const satisfies readonly AuditAction[];

/** The filter for actions without a signed-in actor, used instead of an account id. */
export const systemActor = 'product';

/** A table for a spreadsheet, or one JSON object per line with the row as it is in the tree. */
export const exportFormats = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;
export type ExportFormat = keyof typeof exportFormats;
