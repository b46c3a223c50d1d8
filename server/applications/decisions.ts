/** Decisions by the table of transitions, with the dates that they set; and the withdrawal of the latest one. */
import { changesVisibly, undecided } from '../../contract/applicant-history.ts';
import { type ApprovalRefusal, approvalInterruptions, approvalRefusals } from '../../contract/application.ts';
import type { DecisionDetail } from '../../contract/audit-answers.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { datesAfter, isCollectTooEarly } from '../../contract/decision-dates.ts';
import { type DecisionKind, outcomeOf, type Status, statusAfter } from '../../contract/status.ts';
import { entryOf, writeAuditEntry } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { wireNamesOf } from '../db/application-columns.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { refusalOf } from '../refusal-of.ts';
import {
  type ApplicationRow,
  changeWithDecision,
  decisionsOn,
  markWithdrawn,
  updateIfVersion,
} from './applications.db.ts';
import { refuseStale, requireLive, retryOnConflict, withVersion } from './applications.ts';

export interface DecisionInput {
  date: string | null;
  collectDate: string | null;
  /** Shown to the staff only. */
  note: string | null;
  /**
   * Shown to the applicant; stored only with an approval or a rejection. Where it is undefined, a correction keeps the
   * reason of the decision that it corrects.
   */
  reason: string | null | undefined;
  version: number | null;
}

type Dates = Pick<ApplicationRow, 'visaCollectDate' | 'visaApproveDate'>;

const decisionColumns = ['status', 'visaCollectDate', 'visaApproveDate'] as const;

export async function decide(
  ctx: Context,
  id: string,
  decision: DecisionKind,
  input: DecisionInput,
): Promise<ApplicationRow> {
  return retryOnConflict(async () => {
    const current = await requireLive(ctx, id);
    refuseStale(ctx, current, input.version);
    const status = statusAfter(current.status, decision);
    if (!status) throw new Refusal('transition_not_allowed');
    const dates = datesFor(ctx, current, status, input);
    const at = ctx.now().toISOString();
    const former = await formerReason(ctx, current, status);
    const reason = reasonFor(status, former, input);
    const values = { status, ...dates };
    const changes = decisionColumns.filter((name) => values[name] !== current[name]);
    // A reason that stays as it was is no part of this decision.
    const written = { note: input.note, reason: input.reason === undefined ? null : reason };
    const texts = Object.entries(written).flatMap(([name, text]) => (text === null ? [] : [name]));
    const entry = entryOf(ctx, {
      action: 'application.decided',
      record: id,
      fields: [...wireNamesOf(changes), ...texts],
      detail: detailOf(values),
    });
    return changeWithDecision(
      ctx,
      current,
      { ...values, ...((changes.length > 0 || reason !== former) && { updatedAt: at }) },
      {
        applicationId: id,
        at,
        ...values,
        note: input.note,
        reason,
        accountId: ctx.actor?.id ?? null,
        accountName: ctx.actor?.name ?? null,
      },
      entry,
    );
  });
}

/** The reason of the decision that one for this status corrects; null if it corrects none. */
async function formerReason(
  { db }: Context,
  { id, status: before }: ApplicationRow,
  status: Status,
): Promise<string | null> {
  if (outcomeOf(status) === 'open' || status !== before) return null;
  return (await decisionsOn(db, [id])).findLast(({ withdrawnAt }) => withdrawnAt === null)?.reason ?? null;
}

function reasonFor(status: Status, former: string | null, { reason }: DecisionInput): string | null {
  if (outcomeOf(status) === 'open') return null;
  return reason === undefined ? former : reason;
}

/** The result for one of several applications. */
export interface BulkResult {
  id: string;
  refusal: ApprovalRefusal | null;
  /** The application as it is now; null where the refusal does not carry it. */
  row: ApplicationRow | null;
}

/**
 * Approves each in a transaction of its own: a refusal does not stop the others. A wrong date refuses the whole call.
 * If the database fails after some were approved, the others are reported as not approved. To refuse the whole call
 * would mislead: repeated, it would find the versions that it has itself raised.
 */
export async function approveSeveral(
  ctx: Context,
  versions: readonly { id: string; version: number }[],
  input: Omit<DecisionInput, 'version'>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const [at, { id, version }] of versions.entries()) {
    try {
      results.push({ id, refusal: null, row: await decide(ctx, id, 'approve', { ...input, version }) });
    } catch (error) {
      const refusal = refusalOf(error, ctx.database);
      const code = approvalRefusals.find((code) => code === refusal?.code);
      if (!code) throw error;
      if (approvalInterruptions.some((interruption) => interruption === code)) {
        if (results.every(({ refusal }) => refusal !== null)) throw error;
        return [...results, ...versions.slice(at).map(({ id }) => ({ id, refusal: code, row: null }))];
      }
      results.push({ id, refusal: code, row: (refusal?.detail.current as ApplicationRow | undefined) ?? null });
    }
  }
  return results;
}

/** The decision for the audit log, without note and reason. */
function detailOf({
  status,
  visaCollectDate,
  visaApproveDate,
}: Dates & Pick<ApplicationRow, 'status'>): DecisionDetail {
  return { status, pending: visaCollectDate, approve: visaApproveDate };
}

/** What the applicant sees of a decision. */
function shownOf(decision: Parameters<typeof detailOf>[0] & { reason: string | null }) {
  return { ...detailOf(decision), reason: decision.reason };
}

/** Withdraws the latest valid decision: status and dates become those of the decision before it. */
export async function withdrawDecision(
  ctx: Context,
  id: string,
  reason: string,
  version: number | null,
): Promise<ApplicationRow> {
  return withVersion(ctx, id, version, async (ctx, current) => {
    const valid = (await decisionsOn(ctx.db, [id])).filter(({ withdrawnAt }) => withdrawnAt === null);
    const latest = valid.at(-1);
    if (!latest) throw new Refusal('nothing_to_withdraw');
    const before = valid.at(-2);
    const { status, pending, approve } = before ? detailOf(before) : undecided;
    const values = { status, visaCollectDate: pending, visaApproveDate: approve };
    const at = ctx.now().toISOString();
    const isVisible = changesVisibly(shownOf(latest), before ? shownOf(before) : undecided);
    const changed = await updateIfVersion(ctx.db, current, { ...values, ...(isVisible && { updatedAt: at }) });
    if (!changed) return null;
    await markWithdrawn(ctx.db, latest.sequence, {
      withdrawnAt: at,
      withdrawnBy: ctx.actor?.name ?? null,
      withdrawnReason: reason,
    });
    const fields = wireNamesOf(decisionColumns.filter((name) => values[name] !== current[name]));
    await writeAuditEntry(ctx, {
      action: 'application.decision-withdrawn',
      record: id,
      fields,
      detail: detailOf(values),
    });
    return changed;
  });
}

function datesFor(ctx: Context, current: ApplicationRow, status: Status, { date, collectDate }: DecisionInput): Dates {
  const dates = datesAfter[outcomeOf(status)]({
    date,
    collectDate,
    previousCollectDate: current.visaCollectDate,
    today: dhakaDay(ctx.now()),
  });
  if (isCollectTooEarly(dates)) throw fieldRefusal('collectDate', 'invalid_collect_date');
  return { visaApproveDate: dates.approve, visaCollectDate: dates.collect };
}
