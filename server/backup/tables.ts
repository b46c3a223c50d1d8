/**
 * Which tables a backup includes. A table without an entry here does not compile, so nobody can add a table and forget
 * the backup.
 */
import { snakeCase } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

type TableName = keyof Tables;

interface IncludedTable {
  isIncluded: true;
  /** A unique key, so that the order is always the same; in snake case, as the database has it. */
  orderBy: readonly string[];
  /** The identity column, whose next value must follow the restored rows. */
  identity?: string;
}

/** A table that triggers fill from another table, or that is of no use in another installation. */
interface ExcludedTable {
  isIncluded: false;
}

const byId: IncludedTable = { isIncluded: true, orderBy: ['id'] };
const bySequence: IncludedTable = { isIncluded: true, orderBy: ['sequence'], identity: 'sequence' };
const excluded: ExcludedTable = { isIncluded: false };

/** In the order in which rows can be inserted: rows that others refer to come first. */
const tables = {
  setting: { isIncluded: true, orderBy: ['name'] },
  counter: { isIncluded: true, orderBy: ['name'] },
  account: byId,
  totp: { isIncluded: true, orderBy: ['account_id'] },
  totpStep: { isIncluded: true, orderBy: ['account_id', 'step'] },
  recoveryCode: byId,
  passkey: byId,
  slide: byId,
  savedView: byId,
  application: { isIncluded: true, orderBy: ['sequence'] },
  applicationAbsence: { isIncluded: true, orderBy: ['application_id', 'from_sequence'] },
  guessedApplication: { isIncluded: true, orderBy: ['application_id'] },
  decision: bySequence,
  note: bySequence,
  formerValues: { isIncluded: true, orderBy: ['application_id', 'version'] },
  file: byId,
  enquiryMiss: bySequence,
  enquiryFind: bySequence,
  enquiryGrantEnded: byId,
  signInFailure: { isIncluded: true, orderBy: ['subject'] },
  importRun: byId,
  importRow: { isIncluded: true, orderBy: ['run_id', 'number'] },
  importRecord: { isIncluded: true, orderBy: ['application_id'] },
  audit: bySequence,
  auditLeaf: { isIncluded: true, orderBy: ['position'] },
  auditCheckpoint: { isIncluded: true, orderBy: ['size'] },
  migration: excluded,
  session: excluded,
  usedChallenge: excluded,
  applicationTally: excluded,
  applicationMonth: excluded,
  applicationGram: excluded,
  applicationSuffix: excluded,
  workTally: excluded,
  applicationKey: excluded,
} as const satisfies Record<TableName, IncludedTable | ExcludedTable>;

export interface BackedUpTable extends IncludedTable {
  /** In snake case. */
  name: string;
}

export const backedUpTables: readonly BackedUpTable[] = Object.entries(
  tables as Record<string, IncludedTable | ExcludedTable>,
).flatMap(([name, table]) => (table.isIncluded ? [{ ...table, name: snakeCase(name) }] : []));

/** The tables that a restore empties first, in the opposite order. */
export const tablesToEmpty: readonly string[] = Object.keys(tables)
  .filter((name) => name !== 'migration' && name !== 'setting')
  .map(snakeCase)
  .reverse();

/** How many rows are read or inserted together; each needs some kilobytes of memory. */
export const rowsAtOnce = 100;
