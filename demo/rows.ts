/** The rows of a demo applicant, as the product's own rules would write them. */

import { changesVisibly, undecided } from '../contract/applicant-history.ts';
import { nationalityKey } from '../contract/nationality.ts';
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

/** `stored` has the id and the names of files, if there are any. */
export function rowsOf(applicant: DemoApplicant, stored: Stored, accountId: string | null = null): DemoRows {
  const { index, history, ...details } = applicant;
  const application: ApplicationRow = {
    ...details,
    surnameKey: details.surname.toLowerCase(),
    givenNameKey: details.givenName.toLowerCase(),
    nationalityKey: keyOf(details.nationality),
    passportKey: passportKey(details.passport),
    searchKeys: searchKeysOf(details),
    sequence: index + 1,
    isAdmin: 0,
    ...noFiles,
    version: 1 + history.length,
    // Demo applicants arrive between 07:30 and 22:00 in Dhaka: the same day in UTC.
    arrivalMonth: details.createdAt.slice(0, 7),
    updatedAt: lastVisibleChange(applicant),
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

/** A decision that only adds a note for staff changes nothing that the applicant sees. */
function lastVisibleChange({ createdAt, history }: DemoApplicant): string {
  const states = history.map(({ at, status, visaCollectDate, visaApproveDate }) => {
    return { at, status, pending: visaCollectDate, approve: visaApproveDate, reason: null };
  });
  const last = states.findLast((state, place) => changesVisibly(state, states[place - 1] ?? undecided));
  return last?.at ?? createdAt;
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
