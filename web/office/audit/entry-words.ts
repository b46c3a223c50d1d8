/** Describes an entry of the audit log: the action, its outcome and the changed fields. */
import { formFields, slots } from '../../../contract/application-form.ts';
import { nobody, oneself } from '../../../contract/assigning.ts';
import { type AuditKind, auditActions } from '../../../contract/audit.ts';
import type { AuditEntry, DecisionDetail } from '../../../contract/audit-answers.ts';
import { isCalendarDate } from '../../../contract/dates.ts';
import type { Status } from '../../../contract/status.ts';
import type { ExportDetail } from '../../../contract/transfer-answers.ts';
import { isFormField } from '../../application/fields-and-documents.ts';
import { shortDate } from '../../texts/dates.ts';
import { formatNumber } from '../../texts/numbers.ts';
import { useTexts } from '../../texts/office/audit.ts';
import { useTexts as useFilterTexts } from '../../texts/office/filters.ts';
import { useStatusTexts } from '../../texts/status.ts';

/** Null for an action that concerns no record, and for an action that only a newer server knows. */
export function kindOf({ action }: Pick<AuditEntry, 'action'>): AuditKind | null {
  return Object.hasOwn(auditActions, action) ? auditActions[action as keyof typeof auditActions] : null;
}

/** Fields that the detail of a decision already shows. */
const fieldsInDetail = new Set(['isStatus', 'pending', 'approve']);

/** The labels of the filters that an export had. */
const filterTexts = {
  user: 'person',
  action: 'column.action',
  from: 'from',
  to: 'to',
  record: 'record',
  search: 'record',
} as const;
const isFilter = (field: string): field is keyof typeof filterTexts => Object.hasOwn(filterTexts, field);

export function useEntryWords() {
  const { t, language } = useTexts();
  const { t: statusText } = useStatusTexts();
  const { t: filterText } = useFilterTexts();
  // A missing text is returned as its key. What only a newer server knows is then shown as it is.
  const orRaw = (text: string, key: string, raw: string) => (text === key ? raw : text);
  const day = (date: string) => shortDate(date, language);
  const decision = ({ status, approve, pending }: DecisionDetail) => [
    statusText(`${status}.word`),
    ...(approve ? [`${t('field.application.approve')}: ${day(approve)}`] : []),
    ...(pending ? [`${t('field.application.pending')}: ${day(pending)}`] : []),
  ];
  /** Empty for what only orders the rows. */
  const filter = (name: string, value: string): string[] => {
    if (name === 'sort' || name === 'order') return [];
    if (name === 'status') return [statusText(`${value as Status}.word`)];
    if (name === 'search') return [t('filter.search')];
    if (name === 'ids') return [t('filter.ids', { number: formatNumber(Number(value), language) })];
    if (name === 'assigned') return [t(`filter.${value === oneself || value === nobody ? value : 'colleague'}`)];
    return [filterText(name as 'from', { value: isCalendarDate(value) ? day(value) : value })];
  };
  const exported = ({ rows, form, filter: filters }: ExportDetail) => {
    const words = Object.entries(filters).flatMap(([name, value]) => filter(name, value));
    return [
      t('exported', { count: rows, rows: formatNumber(rows, language), form: form.toUpperCase() }),
      ...(words.length ? [t('byFilter', { filter: words.join(', ') })] : []),
    ];
  };
  return {
    action({ action }: Pick<AuditEntry, 'action'>): string {
      const key = `action.${action}`;
      return orRaw(t(key as 'action.user.added'), key, action);
    },
    detail({ detail }: AuditEntry): string[] {
      if (!detail) return [];
      if ('status' in detail) return decision(detail);
      if ('reason' in detail) return [detail.reason];
      if ('records' in detail) return [t('records', { number: formatNumber(detail.records, language) })];
      if ('to' in detail) {
        const { from, to } = detail;
        return [...(from ? [t('assigned.from', { name: from })] : []), ...(to ? [t('assigned.to', { name: to })] : [])];
      }
      if ('form' in detail) return exported(detail);
      if ('rows' in detail) return [t('rows', { count: detail.rows, number: formatNumber(detail.rows, language) })];
      const { times, call, code, origin } = detail;
      return [
        ...(times > 1 ? [t('times', { number: formatNumber(times, language) })] : []),
        ...(code === 'cross_site' ? [t('crossSite')] : []),
        ...(call ? [call] : []),
        ...(origin ? [t('origin', { origin })] : []),
      ];
    },
    fields(entry: AuditEntry): string[] {
      if (entry.action === 'audit.exported') {
        return entry.fields.map((field) => (isFilter(field) ? t(filterTexts[field]) : field.toUpperCase()));
      }
      if (entry.action === 'applications.exported') return [];
      const kind = kindOf(entry) ?? 'user';
      const isDecision = entry.detail !== null && 'status' in entry.detail;
      return entry.fields
        .filter((field) => !(isDecision && fieldsInDetail.has(field)))
        .map((field) => {
          if (kind === 'application' && Object.hasOwn(slots, field)) return slots[field as 'file1'].label[language];
          const key = `field.${kind}.${field}`;
          const own = t(key as 'field.user.name');
          if (own !== key || kind !== 'application') return orRaw(own, key, field);
          return isFormField(field) ? formFields[field].label[language] : field;
        });
    },
  };
}
