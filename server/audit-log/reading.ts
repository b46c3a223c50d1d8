/** Reads the audit log: filtered, page by page, with the present name of each record. */
import { type AuditKind, auditActions, changesOnly, systemActor } from '../../contract/audit.ts';
import type { AuditSubject } from '../../contract/audit-answers.ts';
import { addDays, dhakaMidnight } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { plainText } from '../../contract/text.ts';
import { applicationSubjects, findSubjects } from '../applications/subjects.ts';
import { changelessActions } from '../audit/action-groups.ts';
import { writeDueViewEntries } from '../audit/reading-log.ts';
import { writeDueRefusals } from '../audit/refusals.ts';
import type { Context } from '../context.ts';
import { ignoreFullDisk } from '../full-disk.ts';
import { viewNames } from '../saved-views/saved-views.ts';
import { findSlides, slideTitles } from '../slides/slides.ts';
import { findPeople, listPeople } from '../users/users.ts';
import { type AuditFilter, countEntries, entriesAt } from './audit-log.db.ts';
import type { AuditQuery } from './requests.ts';

/** How many applications a searched text can refer to; of more, the newest are found. */
export const subjectsFoundMax = 500;

type AuditRow = Awaited<ReturnType<typeof entriesAt>>[number];

export interface AuditPage {
  entries: { row: AuditRow; subject: AuditSubject | null }[];
  total: number;
}

export async function readAudit(ctx: Context, query: AuditQuery): Promise<AuditPage> {
  // What cannot be written now stays in memory for a later attempt.
  for (const write of [writeDueRefusals, writeDueViewEntries]) await ignoreFullDisk(write(ctx));
  const filter = await filterOf(ctx, query);
  const total = await countEntries(ctx, filter);
  const offset = (query.page - 1) * limits.pageSize;
  const rows = offset < total ? await entriesAt(ctx, filter, { offset, limit: limits.pageSize, total }) : [];
  const subjects = await subjectsOf(ctx, rows);
  return { entries: rows.map((row) => ({ row, subject: subjects.get(row.record ?? '') ?? null })), total };
}

/** The number of all entries. */
export function auditSize(ctx: Context): Promise<number> {
  return countEntries(ctx, {});
}

export async function filterOf(
  ctx: Context,
  { user, record, action, from, to, search }: Omit<AuditQuery, 'page'>,
): Promise<AuditFilter> {
  return {
    actorId: user === systemActor ? null : user,
    record,
    ...(action === changesOnly ? { without: changelessActions } : { action }),
    from: from ? dhakaMidnight(from) : undefined,
    before: to ? dhakaMidnight(addDays(to, 1)) : undefined,
    records: plainText(search) ? await recordsNamed(ctx, search) : undefined,
  };
}

/** The ids of the records that the text may refer to, limited because they become values of one statement. */
async function recordsNamed(ctx: Context, text: string): Promise<string[]> {
  const ids = await Promise.all([
    findSubjects(ctx, text, subjectsFoundMax),
    findPeople(ctx, text, subjectsFoundMax),
    findSlides(ctx, text),
  ]);
  return [...new Set(ids.flat())];
}

/** Reads the subjects of the page with one statement for each kind of record. */
async function subjectsOf(ctx: Context, rows: readonly AuditRow[]): Promise<Map<string, AuditSubject>> {
  const idsOf = (kind: AuditKind) => [
    ...new Set(rows.flatMap(({ action, record }) => (record !== null && kindOf(action) === kind ? record : []))),
  ];
  const withoutPassport = ({ id, name }: { id: string; name: string }) => [id, { name, passport: null }] as const;
  const [applications, people, slides, views] = await Promise.all([
    applicationSubjects(ctx, idsOf('application')),
    listPeople(ctx, idsOf('user')),
    slideTitles(ctx, idsOf('slide')),
    viewNames(ctx, idsOf('view')),
  ]);
  return new Map<string, AuditSubject>([
    ...applications.map(({ id, name, passport }) => [id, { name, passport }] as const),
    ...people.map(withoutPassport),
    ...slides.map(withoutPassport),
    ...views.map(withoutPassport),
  ]);
}

function kindOf(action: string): AuditKind | null {
  return Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions] : null;
}
