/** Pending, approve, reject: the dates each sets, by the one table of transitions. */
import { wireNamesOf } from '../../contract/application-form.ts';
import { addBusinessDays, dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { type Decision, statusAfter } from '../../contract/status.ts';
import { record } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { Refusal, refuseField } from '../refusal.ts';
import { type ApplicationRow, changeVersion, insertDecision } from './applications.db.ts';
import { withVersion } from './applications.ts';

export interface DecisionInput {
  date: string | null;
  collectDate: string | null;
  /** For the staff alone. */
  note: string | null;
  version: number | null;
}

type Dates = Pick<ApplicationRow, 'visaCollectDate' | 'visaApproveDate'>;

const decided = ['status', 'visaCollectDate', 'visaApproveDate'] as const;

export async function decide(
  ctx: Context,
  id: string,
  decision: Decision,
  input: DecisionInput,
): Promise<ApplicationRow> {
  return withVersion(ctx, id, input.version, async (ctx, current) => {
    const status = statusAfter(current.status, decision);
    if (!status) throw new Refusal('transition_not_allowed');
    const dates = datesAfter(ctx, current, decision, input);
    const at = ctx.now().toISOString();
    const values = { status, ...dates };
    const changes = decided.filter((name) => values[name] !== current[name]);
    const changed = await changeVersion(ctx.query, current, {
      ...values,
      ...(changes.length && { updatedAt: at }),
    });
    if (!changed) return null;
    await insertDecision(ctx.query, {
      applicationId: id,
      at,
      ...values,
      note: input.note,
      accountId: ctx.actor?.id ?? null,
      accountName: ctx.actor?.name ?? null,
    });
    const fields = [...wireNamesOf(changes), ...(input.note === null ? [] : ['note'])];
    await record(ctx, { action: 'application.decided', record: id, fields });
    return changed;
  });
}

function datesAfter(
  ctx: Context,
  current: ApplicationRow,
  decision: Decision,
  { date, collectDate }: DecisionInput,
): Dates {
  if (decision === 'reject') return { visaCollectDate: null, visaApproveDate: null };
  if (decision === 'pending') return { visaCollectDate: date ?? current.visaCollectDate, visaApproveDate: null };
  const visaApproveDate = date ?? dhakaDay(ctx.now());
  if (collectDate !== null && collectDate < visaApproveDate) throw refuseField('collectDate', 'invalid_collect_date');
  return {
    visaApproveDate,
    visaCollectDate: collectDate ?? addBusinessDays(visaApproveDate, limits.collectAfterBusinessDays),
  };
}
