/** Presents applications: the fields that leave the server are listed one by one, so that a new column cannot leak. */
import type {
  Application,
  ApplicationVersion,
  GrantedApplication,
  Guesses,
  HistoryEntry,
  Hold,
  ListedApplication,
} from '../../contract/answers.ts';
import { historyForApplicant } from '../../contract/applicant-history.ts';
import { formFieldNames, formFields, slotNames, slots } from '../../contract/application-form.ts';
import { fileUrl } from '../../contract/files.ts';
import { recordOf } from '../../contract/record-of.ts';
import type { Assignee } from '../../contract/work-answers.ts';
import { isFileColumn, wireNamesOf } from '../db/application-columns.ts';
import type { readGuesses } from '../guesses/guesses.ts';
import type { ApplicationRow, DecisionRow, ListedRow } from './applications.ts';
import type { PastChange } from './former-values.ts';

export function presentApplication(row: ApplicationRow): Application {
  return {
    _id: row.id,
    ...recordOf(formFieldNames, (field) => row[formFields[field].name]),
    image: urlOf(row.photo),
    ...recordOf(slotNames, (slot) => urlOf(row[slots[slot].name])),
    isAdmin: row.isAdmin === 1,
    isStatus: row.status,
    pending: row.visaCollectDate,
    approve: row.visaApproveDate,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

/** For staff, whose list includes deleted records. */
export function presentListed(row: ListedRow, deletedBy: string | null): ListedApplication {
  return {
    ...presentApplication(row),
    deletedAt: row.deletedAt,
    deletedBy: row.deletedAt === null ? null : deletedBy,
    hold: presentHold(row),
    assigned: presentAssigned(row),
  };
}

export function presentAssigned({ assignedTo, assignedName }: ListedRow): Assignee | null {
  return assignedTo === null ? null : { _id: assignedTo, name: assignedName ?? '' };
}

export function presentHold({ heldAt, heldBy, heldReason }: ApplicationRow): Hold | null {
  return heldAt === null ? null : { at: heldAt, by: heldBy, reason: heldReason ?? '' };
}

export function presentHistory(decision: DecisionRow): HistoryEntry {
  const { withdrawnAt, withdrawnBy, withdrawnReason } = decision;
  return {
    at: decision.at,
    status: decision.status,
    pending: decision.visaCollectDate,
    approve: decision.visaApproveDate,
    reason: decision.reason,
    note: decision.note,
    by: decision.accountName,
    withdrawn: withdrawnAt === null ? null : { at: withdrawnAt, by: withdrawnBy, reason: withdrawnReason ?? '' },
  };
}

export function presentGuesses(guesses: Awaited<ReturnType<typeof readGuesses>>): Guesses | null {
  return guesses && { count: guesses.misses, since: guesses.since, blockedUntil: guesses.blockedUntil };
}

export function presentVersion({ version, at, accountName, changes }: PastChange): ApplicationVersion {
  const pairs = Object.entries(changes).flatMap(([column, { from, to }]) => {
    const change = isFileColumn(column) ? { from: fileUrl(from), to: urlOf(to) } : { from, to };
    return wireNamesOf([column]).map((wire) => [wire, change]);
  });
  return { version, at, by: accountName, changes: Object.fromEntries(pairs) };
}

export function presentGranted(row: ApplicationRow, decisions: readonly DecisionRow[]): GrantedApplication {
  return { ...presentApplication(row), history: historyForApplicant(decisions.map(presentHistory)) };
}

function urlOf(name: string | null): string | null {
  return name === null ? null : fileUrl(name);
}
