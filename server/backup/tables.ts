/**
 * What a backup does with each table. A table without an entry here does not compile, so nobody can add one and forget
 * the backup.
 */
import { snakeCase } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

type TableName = keyof Tables;

interface KeptTable {
  isKept: true;
  /** In snake case, as the database has them: a unique key, so that one state has one order. */
  orderBy: readonly string[];
  /** The column that the database fills by itself, whose next value has to follow the rows. */
  identity?: string;
}

/** Filled by triggers from the rows of another table, or of no use in another installation. */
interface LeftOutTable {
  isKept: false;
}

const byId: KeptTable = { isKept: true, orderBy: ['id'] };
const bySequence: KeptTable = { isKept: true, orderBy: ['sequence'], identity: 'sequence' };
const leftOut: LeftOutTable = { isKept: false };

/** In the order in which rows can be inserted: what is referred to comes first. */
const tables = {
  setting: { isKept: true, orderBy: ['name'] },
  counter: { isKept: true, orderBy: ['name'] },
  account: byId,
  totp: { isKept: true, orderBy: ['account_id'] },
  totpStep: { isKept: true, orderBy: ['account_id', 'step'] },
  recoveryCode: byId,
  passkey: byId,
  slide: byId,
  savedView: byId,
  application: { isKept: true, orderBy: ['sequence'] },
  applicationAbsence: { isKept: true, orderBy: ['application_id', 'from_sequence'] },
  guessedApplication: { isKept: true, orderBy: ['application_id'] },
  decision: bySequence,
  note: bySequence,
  formerValues: { isKept: true, orderBy: ['application_id', 'version'] },
  file: byId,
  enquiryMiss: bySequence,
  enquiryFind: bySequence,
  enquiryGrantEnded: byId,
  signInFailure: { isKept: true, orderBy: ['subject'] },
  importRun: byId,
  importRow: { isKept: true, orderBy: ['run_id', 'number'] },
  importRecord: { isKept: true, orderBy: ['application_id'] },
  audit: bySequence,
  auditLeaf: { isKept: true, orderBy: ['position'] },
  auditCheckpoint: { isKept: true, orderBy: ['size'] },
  migration: leftOut,
  session: leftOut,
  usedChallenge: leftOut,
  applicationTally: leftOut,
  applicationMonth: leftOut,
  applicationGram: leftOut,
  applicationSuffix: leftOut,
  workTally: leftOut,
  applicationKey: leftOut,
} as const satisfies Record<TableName, KeptTable | LeftOutTable>;

export interface BackedUpTable extends KeptTable {
  /** In snake case. */
  name: string;
}

export const backedUpTables: readonly BackedUpTable[] = Object.entries(
  tables as Record<string, KeptTable | LeftOutTable>,
).flatMap(([name, table]) => (table.isKept ? [{ ...table, name: snakeCase(name) }] : []));

/** Every table with rows, children first, to empty the database. */
export const tablesWithRows: readonly string[] = Object.keys(tables)
  .filter((name) => name !== 'migration' && name !== 'setting')
  .map(snakeCase)
  .reverse();

/** How many rows are read or inserted together; each takes some kilobytes of memory on its way. */
export const rowsAtOnce = 100;
