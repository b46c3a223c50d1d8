/** Recognises the rows and files of a backup that belong to records which were erased since it was made. */
import type { AuditAction } from '../../contract/audit.ts';
import { passportsReplaced } from '../applications/former-values.ts';
import { type Passports, passportsIn } from '../applications/import-row-erasure.ts';
import { snakeCase } from '../db/database.ts';
import { erasedRows } from '../db/personal-tables.ts';
import { passportHash } from '../enquiry/guesses.ts';
import { idOf } from '../files/names.ts';
import type { Keys } from '../keys.ts';
import { readArchive } from './archive.ts';
import type { ErasedRecord } from './erasure-list.ts';
import { tableMember } from './manifest.ts';
import { linesOf } from './ndjson-lines.ts';
import type { Row } from './rows.db.ts';

export interface ErasureFilter {
  /**
   * To be called for every row in the order of the tables, so that rows which refer to an erased record are recognised.
   */
  isErasedRow(table: string, row: Row): boolean;
  isErasedFile(key: string): boolean;
  /** How many rows of applications were recognised so far. */
  counts: { applications: number };
}

const rules = new Map(
  erasedRows.map(({ table, foundBy, column }) => [snakeCase(table), { foundBy, column: snakeCase(column) }]),
);

/**
 * `keys` are the keys with which the rows of the backup were written. A passport counts only for an erasure that the
 * backup does not know: what it holds under the passport of another one was entered after that.
 */
export function openErasureFilter(
  records: readonly ErasedRecord[],
  { keys, otherKeys, known }: { keys: Keys; otherKeys: readonly Keys[]; known: ReadonlySet<string> },
): ErasureFilter {
  const hashes = records.flatMap(({ id, passports }) => (known.has(id) ? [] : passports));
  const erased = { record: new Set(records.map(({ id }) => id)), passport: new Set(hashes) };
  const allKeys = [keys, ...otherKeys];
  const passportKeys = new Set<string>();
  const files = new Set<string>();
  const counts = { applications: 0 };
  const addPassport = (key: string) => {
    passportKeys.add(key);
    erased.passport.add(passportHash({ keys }, key));
  };
  const erasedPassports: Passports = {
    has: (key: string) =>
      passportKeys.has(key) ||
      (hashes.length > 0 && allKeys.some((keys) => erased.passport.has(passportHash({ keys }, key)))),
  };
  return {
    counts,
    isErasedRow(table, row) {
      if (table === 'import_row' && row.cells !== null && passportsIn(String(row.cells), erasedPassports).length > 0)
        return true;
      const rule = rules.get(table);
      if (!rule || !erased[rule.foundBy].has(String(row[rule.column]))) return false;
      if (table === 'file') files.add(String(row.id));
      if (table === 'application') {
        counts.applications++;
        addPassport(String(row.passport_key));
      }
      if (table === 'former_values') passportsReplaced(String(row.changes)).forEach(addPassport);
      return true;
    },
    isErasedFile: (key) => files.has(idOf(key)),
  };
}

/** The ids of those of these records whose erasure is in the audit log of the backup. */
export async function erasuresKnownTo(
  file: string,
  identities: readonly string[],
  records: readonly ErasedRecord[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  if (records.every(({ passports }) => passports.length === 0)) return known;
  const action: AuditAction = 'application.erased';
  for await (const { name, bytes } of readArchive(file, identities)) {
    if (name !== tableMember('audit')) continue;
    for await (const lines of linesOf(bytes)) {
      const rows: Row[] = lines.filter((line) => line.includes(action)).map((line) => JSON.parse(line));
      for (const row of rows) if (row.action === action) known.add(String(row.record));
    }
    break;
  }
  return known;
}

/** The ids of the erased records that the backup still has, which a restore would leave out. */
export async function erasedIdsIn(
  file: string,
  identities: readonly string[],
  erased: readonly ErasedRecord[],
): Promise<string[]> {
  const ids = new Set(erased.map(({ id }) => id));
  if (ids.size === 0) return [];
  const present: string[] = [];
  for await (const { name, bytes } of readArchive(file, identities)) {
    if (name !== tableMember('application')) continue;
    for await (const lines of linesOf(bytes)) {
      const lineIds = lines.map((line) => String((JSON.parse(line) as Row).id));
      present.push(...lineIds.filter((id) => ids.has(id)));
    }
    break;
  }
  return present;
}
