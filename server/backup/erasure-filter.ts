/** Recognises the rows and files of a backup that belong to records which were erased since it was made. */
import { namesReplaced, passportsReplaced } from '../applications/former-values.ts';
import { isNamedAfter, passportsIn } from '../applications/import-row-erasure.ts';
import { snakeCase } from '../db/database.ts';
import { erasedRows } from '../db/personal-tables.ts';
import type { ErasedRecord } from '../erasures/erasures.ts';
import { idOf } from '../files/stored-objects.ts';
import { passportHash } from '../guesses/guesses.ts';
import type { Keys } from '../keys.ts';
import { readArchive } from './archive.ts';
import { tableMember } from './manifest.ts';
import { linesOf } from './ndjson-lines.ts';
import type { Row } from './rows.db.ts';

export interface ErasureFilter {
  /**
   * The row as it may be restored, or null for one of an erased record. To be called for every row in the order of the
   * tables, so that rows which refer to an erased record are recognised.
   */
  withoutErased(table: string, row: Row): Row | null;
  isErasedFile(key: string): boolean;
  /** How many rows of applications were recognised so far. */
  counts: { applications: number };
}

const rules = new Map(
  erasedRows.map(({ table, foundBy, column }) => [snakeCase(table), { foundBy, column: snakeCase(column) }]),
);

/**
 * `keys` are those with which the rows of the backup were written; a record may have been erased under other keys. The
 * passport of an erased record counts for what was entered before the erasing: the person may have come again.
 */
export function openErasureFilter(
  records: readonly ErasedRecord[],
  { keys, otherKeys }: { keys: Keys; otherKeys: readonly Keys[] },
): ErasureFilter {
  const erased = { record: new Set(records.map(({ id }) => id)), passport: new Set<string>() };
  const erasedAt = new Map<string, string>();
  for (const { at, passports } of records) {
    for (const hash of passports) if (at > (erasedAt.get(hash) ?? '')) erasedAt.set(hash, at);
  }
  const isListed = (hash: string, enteredAt: string) => enteredAt <= (erasedAt.get(hash) ?? '');
  const allKeys = erasedAt.size === 0 ? [] : [keys, ...otherKeys];
  const passportKeys = new Set<string>();
  const names: string[] = [];
  const importsBegun = new Map<string, string>();
  const files = new Set<string>();
  const counts = { applications: 0 };
  /**
   * The passports of live records that stay; rows with these passports belong to those records. The rows of records
   * come before the rows that are found by a passport.
   */
  const livePassports = new Set<string>();
  const addPassport = (key: string) => {
    if (livePassports.has(key)) return;
    passportKeys.add(key);
    erased.passport.add(passportHash({ keys }, key));
  };
  const addLivePassport = (key: string) => {
    livePassports.add(key);
    passportKeys.delete(key);
    erased.passport.delete(passportHash({ keys }, key));
  };
  /** The rows of a file are as old as its import. */
  const enteredAt = (row: Row) => importsBegun.get(String(row.run_id)) ?? String(row.at);
  const isErasedUnimported = (row: Row) => {
    const at = enteredAt(row);
    const isErased = (key: string) =>
      passportKeys.has(key) || allKeys.some((keys) => isListed(passportHash({ keys }, key), at));
    return row.cells !== null && passportsIn(String(row.cells), { has: isErased }).length > 0;
  };
  const isErasedRow = (table: string, row: Row): boolean => {
    if (table === 'import_row' && isErasedUnimported(row)) return true;
    const rule = rules.get(table);
    if (!rule) return false;
    const key = String(row[rule.column]);
    const isErased = erased[rule.foundBy].has(key) || (rule.foundBy === 'passport' && isListed(key, enteredAt(row)));
    if (!isErased) {
      if (table === 'application' && row.deleted_at === null) addLivePassport(String(row.passport_key));
      return false;
    }
    if (table === 'file') files.add(String(row.id));
    if (table === 'application') {
      counts.applications++;
      names.push(String(row.surname), String(row.given_name));
      addPassport(String(row.passport_key));
    }
    if (table === 'former_values') {
      names.push(...namesReplaced(String(row.changes)));
      passportsReplaced(String(row.changes)).forEach(addPassport);
    }
    return true;
  };
  return {
    counts,
    withoutErased(table, row) {
      if (isErasedRow(table, row)) return null;
      if (table !== 'import_run') return row;
      importsBegun.set(String(row.id), String(row.created_at));
      return isNamedAfter(String(row.file_name), names, passportKeys) ? { ...row, file_name: '' } : row;
    },
    isErasedFile: (key) => files.has(idOf(key)),
  };
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
