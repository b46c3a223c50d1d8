/** An entry of the audit log in words: what was done, to what kind of record, to which of its fields. */
import { slots } from '../../../contract/application-form.ts';
import type { AuditEntry } from '../../../contract/audit.ts';
import { useApplicationTexts } from '../../texts/application.ts';
import { useTexts } from '../../texts/office/audit.ts';

type Kind = 'application' | 'user' | 'slide';

/** The accounts have actions of many names. */
export function kindOf({ action }: Pick<AuditEntry, 'action'>): Kind {
  const subject = action.split('.')[0];
  return subject === 'application' || subject === 'slide' ? subject : 'user';
}

export function useEntryWords() {
  const { t, language } = useTexts();
  const { t: applicationText } = useApplicationTexts();
  // What has no text comes back as its key: a server that is newer than this page says it in its own words.
  const orRaw = (text: string, key: string, raw: string) => (text === key ? raw : text);
  return {
    action({ action }: AuditEntry): string {
      const key = `action.${action}`;
      return orRaw(t(key as 'action.user.added'), key, action);
    },
    fields(entry: AuditEntry): string[] {
      const kind = kindOf(entry);
      return entry.fields.map((field) => {
        if (kind === 'application' && Object.hasOwn(slots, field)) return slots[field as 'file1'].label[language];
        const key = `field.${kind}.${field}`;
        const own = t(key as 'field.user.name');
        if (own !== key || kind !== 'application') return orRaw(own, key, field);
        return orRaw(applicationText(`fields.${field}` as 'fields.sex'), `fields.${field}`, field);
      });
    },
  };
}
