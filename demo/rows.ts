/** The rows that a demo applicant becomes, as the product's own rules would have left them. */

import { nationalityKey } from '../contract/nationality.ts';
import { initialStatus } from '../contract/status.ts';
import { passportKey } from '../contract/text.ts';
import type { ApplicationRow, DecisionRow } from '../server/applications/applications.ts';
import { searchKeysOf } from '../server/applications/search-keys.ts';
import { noFiles } from '../server/db/application-columns.ts';
import type { DemoApplicant } from './applicants.ts';

export interface DemoRows {
  application: ApplicationRow;
  decisions: Omit<DecisionRow, 'sequence'>[];
}

type Stored = Pick<ApplicationRow, 'id'> & Partial<ApplicationRow>;

export const officeName = 'Demo office';

/** `stored` carries the id and, where there are files, their names. */
export function rowsOf(applicant: DemoApplicant, stored: Stored, accountId: string | null = null): DemoRows {
  const { index, history, ...one } = applicant;
  const application: ApplicationRow = {
    ...one,
    surnameKey: one.surname.toLowerCase(),
    givenNameKey: one.givenName.toLowerCase(),
    nationalityKey: keyOf(one.nationality),
    passportKey: passportKey(one.passport),
    searchKeys: searchKeysOf(one),
    sequence: index + 1,
    isAdmin: 0,
    ...noFiles,
    version: 1 + history.length,
    // Demo applicants arrive between 07:30 and 22:00 in Dhaka: the same day in UTC.
    arrivalMonth: one.createdAt.slice(0, 7),
    updatedAt: lastSeenChange(applicant),
    deletedAt: null,
    assignedTo: null,
    heldAt: null,
    heldBy: null,
    heldReason: null,
    ...stored,
  };
  const decisions = history.map((decision) => ({
    applicationId: application.id,
    ...decision,
    reason: null,
    accountId,
    accountName: officeName,
    withdrawnAt: null,
    withdrawnBy: null,
    withdrawnReason: null,
  }));
  return { application, decisions };
}

/** What only adds a note for the staff changes nothing that the applicant sees. */
function lastSeenChange({ createdAt, history }: DemoApplicant): string {
  const seen = history.filter((decision, place) => {
    const before = history[place - 1] ?? { status: initialStatus, visaCollectDate: null, visaApproveDate: null };
    return (
      decision.status !== before.status ||
      decision.visaCollectDate !== before.visaCollectDate ||
      decision.visaApproveDate !== before.visaApproveDate
    );
  });
  return seen.at(-1)?.at ?? createdAt;
}

const keys = new Map<string, string>();

function keyOf(nationality: string): string {
  let key = keys.get(nationality);
  if (key === undefined) {
    key = nationalityKey(nationality);
    keys.set(nationality, key);
  }
  return key;
}
