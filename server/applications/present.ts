/** What leaves the server of an application, listed field by field: a new column cannot leak. */
import type {
  Application,
  ApplicationVersion,
  GrantedApplication,
  Guesses,
  HistoryEntry,
  ListedApplication,
} from '../../contract/answers.ts';
import { isFileColumn, wireNamesOf } from '../../contract/application-form.ts';
import { fileUrl } from '../../contract/files.ts';
import type { readGuesses } from '../enquiry/guesses.ts';
import type { ApplicationRow, DecisionRow } from './applications.ts';
import type { FormerVersion } from './former-values.ts';

export function presentApplication(row: ApplicationRow): Application {
  return {
    _id: row.id,
    surname: row.surname,
    givenN: row.givenName,
    sex: row.sex,
    dob: row.birthDate,
    birthCity: row.birthCity,
    currentN: row.nationality,
    identification: row.identification,
    nationalId: row.nationalId,
    company: row.company,
    dutyDuration: row.dutyDuration,
    jobTitle: row.jobTitle,
    salary: row.salary,
    passport: row.passport,
    issuedCountry: row.issuedCountry,
    phone: row.phone,
    email: row.email,
    image: urlOf(row.photo),
    file1: urlOf(row.jobLetter),
    file2: urlOf(row.lmia),
    file3: urlOf(row.visa),
    file4: urlOf(row.visaForm),
    file5: urlOf(row.workPermit),
    file6: urlOf(row.airTicket),
    isAdmin: row.isAdmin === 1,
    isStatus: row.status,
    pending: row.visaCollectDate,
    approve: row.visaApproveDate,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

/** For the staff, who find the deleted ones in their list too. */
export function presentListed(row: ApplicationRow, deletedBy: string | null): ListedApplication {
  return { ...presentApplication(row), deletedAt: row.deletedAt, deletedBy: row.deletedAt === null ? null : deletedBy };
}

export function presentHistory(decision: DecisionRow): HistoryEntry {
  const { note, accountName, withdrawnAt, withdrawnBy, withdrawnReason } = decision;
  return {
    ...presentForApplicant(decision),
    note,
    by: accountName,
    withdrawn: withdrawnAt === null ? null : { at: withdrawnAt, by: withdrawnBy, reason: withdrawnReason ?? '' },
  };
}

export function presentGuesses(guesses: Awaited<ReturnType<typeof readGuesses>>): Guesses | null {
  return guesses && { count: guesses.misses, since: guesses.since, blockedUntil: guesses.blockedUntil };
}

export function presentVersion({ version, at, accountName, changes }: FormerVersion): ApplicationVersion {
  const pairs = Object.entries(changes).flatMap(([column, { from, to }]) => {
    const change = isFileColumn(column) ? { from: fileUrl(from), to: urlOf(to) } : { from, to };
    return wireNamesOf([column]).map((wire) => [wire, change]);
  });
  return { version, at, by: accountName, changes: Object.fromEntries(pairs) };
}

/** For the applicant: decisions that were withdrawn or changed nothing he can see are left out, and who made them always. */
export function presentGranted(row: ApplicationRow, decisions: readonly DecisionRow[]): GrantedApplication {
  return {
    ...presentApplication(row),
    history: decisions
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map(presentForApplicant)
      .filter(isNews),
  };
}

type Seen = GrantedApplication['history'][number];

function presentForApplicant(decision: DecisionRow): Seen {
  return {
    at: decision.at,
    status: decision.status,
    pending: decision.visaCollectDate,
    approve: decision.visaApproveDate,
    reason: decision.reason,
  };
}

function isNews(entry: Seen, at: number, history: readonly Seen[]): boolean {
  const before = history[at - 1];
  if (!before || (entry.reason !== null && entry.reason !== before.reason)) return true;
  return before.status !== entry.status || before.pending !== entry.pending || before.approve !== entry.approve;
}

function urlOf(name: string | null): string | null {
  return name === null ? null : fileUrl(name);
}
