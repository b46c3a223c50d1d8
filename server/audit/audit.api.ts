/** The audit log over HTTP, for the super admin. */
import { type AuditAnswer, type AuditEntry, auditQuery, theProduct } from '../../contract/audit.ts';
import { limits } from '../../contract/limits.ts';
import { json } from '../http/answer.ts';
import { accept, readQuery } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { countEntries, entriesAt } from './audit.db.ts';

export const auditHandlers: Handlers = {
  async audit({ request, ctx }) {
    const { user, record, page } = accept(auditQuery, readQuery(request.url));
    const filter = { actorId: user === theProduct ? null : user, record };
    const total = await countEntries(ctx, filter);
    const offset = (page - 1) * limits.pageSize;
    const rows = offset < total ? await entriesAt(ctx, filter, { offset, limit: limits.pageSize, total }) : [];
    return json({
      entries: rows.map(present),
      total,
      totalPages: Math.ceil(total / limits.pageSize),
    } satisfies AuditAnswer);
  },
};

function present(row: Awaited<ReturnType<typeof entriesAt>>[number]): AuditEntry {
  return {
    _id: row.id,
    at: row.at,
    actor: row.actorId === null ? null : { _id: row.actorId, name: row.actorName ?? '' },
    action: row.action,
    record: row.record,
    fields: JSON.parse(row.fields),
  };
}
