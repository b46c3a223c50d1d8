/** The audit log over HTTP, for the super admin. */
import type { Answers } from '../../contract/answers.ts';
import { exportFormats } from '../../contract/audit.ts';
import type { AuditEntry, AuditPerson } from '../../contract/audit-answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { readSigned } from '../audit-tree/tree.ts';
import type { Context } from '../context.ts';
import { type Answer, json } from '../http/answer.ts';
import { accept, readJson, readQuery } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { listPeople } from '../users/users.ts';
import { exportAudit } from './export.ts';
import { type AuditPage, readAudit } from './reading.ts';
import { auditExport, auditQuery } from './requests.ts';

export const auditHandlers = {
  audit: ({ request, ctx }) => answerAudit(ctx, readQuery(request.url)),

  searchAudit: async ({ request, ctx }) => answerAudit(ctx, await readJson(request)),

  async exportAudit({ request, ctx }) {
    const input = accept(auditExport, await readJson(request));
    const { format } = input;
    const headers = {
      'content-type': exportFormats[format],
      'content-disposition': `attachment; filename="audit-${dhakaDay(ctx.now())}.${format}"`,
    };
    return { status: 200, headers, cookies: [], body: { chunks: await exportAudit(ctx, input) } };
  },

  async auditTree({ ctx }) {
    const { entries, checkpointAt, root, verifierKey } = await readSigned(ctx);
    return json({ entries, checkpointAt, root, verifierKey } satisfies Answers['auditTree']);
  },

  async auditPeople({ ctx }) {
    const people = await listPeople(ctx);
    return json(people.map(({ id, name, deletedAt }): AuditPerson => ({ _id: id, name, deletedAt })));
  },
} satisfies Partial<Handlers>;

async function answerAudit(ctx: Context, input: Record<string, unknown>): Promise<Answer> {
  const { entries, total } = await readAudit(ctx, accept(auditQuery, input));
  return json({
    entries: entries.map(present),
    total,
    totalPages: Math.ceil(total / limits.pageSize),
  } satisfies Answers['audit']);
}

function present({ row, subject }: AuditPage['entries'][number]): AuditEntry {
  return {
    _id: row.id,
    at: row.at,
    actor: row.actorId === null ? null : { _id: row.actorId, name: row.actorName ?? '' },
    action: row.action,
    record: row.record,
    fields: JSON.parse(row.fields),
    subject: subject && { name: subject.name, passport: subject.passport },
    detail: row.detail === null ? null : JSON.parse(row.detail),
  };
}
