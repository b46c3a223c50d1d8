/**
 * The register of tables: which of them hold data of an applicant, and how it is erased with the record. A table
 * without an entry here does not compile, nor does a column of a table whose rows stay, so nobody can add one and
 * forget erasure.
 */
import type { Tables } from './tables.ts';

type TableName = keyof Tables;

/** How the rows of a record are found: by its id, or by the keyed hash of its passport. */
export type RecordKey = 'record' | 'passport';

interface ErasedByKey<Name extends TableName> {
  foundBy: RecordKey;
  column: keyof Tables[Name] & string;
}

/** Triggers delete the rows with the last record from which they were computed. */
interface ErasedByTriggers {
  isDerived: true;
}

/**
 * Why a value may stay: it is about the staff or the installation, it is public, it is a count, or it is the evidence
 * itself. Of one that is redacted, an erasing removes what names the person.
 */
type KeepReason = 'staff' | 'installation' | 'public' | 'count' | 'evidence' | 'redacted';

interface RowsStay<Name extends TableName> {
  keeps: { [Column in keyof Tables[Name]]: KeepReason };
}

const derived: ErasedByTriggers = { isDerived: true };

/** The order in which rows are deleted: rows that refer to others come first. */
export const erasure = {
  applicationAbsence: { foundBy: 'record', column: 'applicationId' },
  guessedApplication: { foundBy: 'record', column: 'applicationId' },
  decision: { foundBy: 'record', column: 'applicationId' },
  note: { foundBy: 'record', column: 'applicationId' },
  formerValues: { foundBy: 'record', column: 'applicationId' },
  file: { foundBy: 'record', column: 'applicationId' },
  enquiryFind: { foundBy: 'record', column: 'applicationId' },
  importRecord: { foundBy: 'record', column: 'applicationId' },
  // A row that became a record has only its number left. An erasing finds the others by their cells instead of by this
  // column, which is empty before a check.
  importRow: { foundBy: 'passport', column: 'passport' },
  enquiryMiss: { foundBy: 'passport', column: 'passport' },
  application: { foundBy: 'record', column: 'id' },

  applicationGram: derived,
  applicationSuffix: derived,
  applicationKey: derived,

  applicationTally: { keeps: { size: 'count', run: 'count', status: 'count', count: 'count' } },
  applicationMonth: { keeps: { month: 'count', count: 'count' } },
  workTally: { keeps: { assignedTo: 'staff', status: 'count', isMissing: 'count', count: 'count' } },
  counter: { keeps: { name: 'installation', value: 'count' } },
  setting: { keeps: { name: 'installation', value: 'installation' } },
  migration: { keeps: { name: 'installation', hash: 'installation' } },
  // A grant is in the applicant's cookie. Of a grant that was ended early, only the random id is stored, for minutes.
  enquiryGrantEnded: { keeps: { id: 'installation', expiresAt: 'installation' } },
  slide: {
    keeps: {
      id: 'public',
      position: 'public',
      title: 'public',
      content: 'public',
      titleBangla: 'public',
      contentBangla: 'public',
      image: 'public',
      published: 'public',
      shownOnNavbar: 'public',
      link: 'public',
      createdAt: 'public',
      updatedAt: 'public',
    },
  },
  // A filter and columns; a search text, which may be a passport, is never part of it.
  savedView: {
    keeps: {
      id: 'staff',
      name: 'staff',
      nameKey: 'staff',
      query: 'staff',
      columns: 'staff',
      accountId: 'staff',
      createdAt: 'staff',
    },
  },
  importRun: {
    keeps: {
      id: 'installation',
      accountId: 'staff',
      accountName: 'staff',
      actorId: 'staff',
      actorName: 'staff',
      fileName: 'redacted',
      form: 'installation',
      state: 'installation',
      headingRow: 'count',
      headings: 'installation',
      columns: 'installation',
      dateOrder: 'installation',
      rowCount: 'count',
      storedBytes: 'count',
      lastRow: 'count',
      doneCount: 'count',
      fitCount: 'count',
      refusedCount: 'count',
      importedCount: 'count',
      takenBackCount: 'count',
      keptCount: 'count',
      createdAt: 'installation',
      changedAt: 'installation',
      leaseOwner: 'installation',
      leaseUntil: 'installation',
    },
  },
  account: {
    keeps: {
      id: 'staff',
      name: 'staff',
      email: 'staff',
      passwordHash: 'staff',
      passwordChangeNeeded: 'staff',
      role: 'staff',
      createdAt: 'staff',
      updatedAt: 'staff',
      deletedAt: 'staff',
      suspendedAt: 'staff',
      rightsTaken: 'staff',
    },
  },
  session: {
    keeps: {
      id: 'staff',
      handle: 'staff',
      accountId: 'staff',
      device: 'staff',
      createdAt: 'staff',
      confirmedAt: 'staff',
      lastSeenAt: 'staff',
      expiresAt: 'staff',
    },
  },
  totp: { keeps: { accountId: 'staff', secret: 'staff', pendingSecret: 'staff' } },
  totpStep: { keeps: { accountId: 'staff', step: 'staff' } },
  recoveryCode: { keeps: { id: 'staff', accountId: 'staff', hash: 'staff' } },
  passkey: {
    keeps: {
      id: 'staff',
      accountId: 'staff',
      name: 'staff',
      credentialId: 'staff',
      publicKey: 'staff',
      counter: 'staff',
      transports: 'staff',
      createdAt: 'staff',
      lastUsedAt: 'staff',
    },
  },
  usedChallenge: { keeps: { id: 'staff', expiresAt: 'staff' } },
  signInFailure: { keeps: { subject: 'staff', failures: 'staff', lockedUntil: 'staff', lastAt: 'staff' } },
  // An entry says who did something to which id, when and why; it never contains a value of a record.
  audit: {
    keeps: {
      sequence: 'evidence',
      id: 'evidence',
      at: 'evidence',
      actorId: 'evidence',
      actorName: 'evidence',
      action: 'evidence',
      record: 'evidence',
      fields: 'evidence',
      detail: 'evidence',
      mac: 'evidence',
    },
  },
  auditLeaf: { keeps: { position: 'evidence', sequence: 'evidence', hash: 'evidence' } },
  auditCheckpoint: { keeps: { size: 'evidence', at: 'evidence', note: 'evidence' } },
} as const satisfies { [Name in TableName]: ErasedByKey<Name> | ErasedByTriggers | RowsStay<Name> };

type ErasedTable = {
  [Name in TableName]: (typeof erasure)[Name] extends { foundBy: RecordKey } ? Name : never;
}[TableName];

export interface ErasedRows {
  table: ErasedTable;
  foundBy: RecordKey;
  column: string;
}

/** The tables whose rows are deleted with a record, in that order. */
export const erasedRows: readonly ErasedRows[] = Object.entries(erasure).flatMap(([table, how]) =>
  'foundBy' in how ? [{ table: table as ErasedTable, foundBy: how.foundBy, column: how.column }] : [],
);

/** Every table that holds anything about an applicant. */
export const personalTables = (Object.keys(erasure) as TableName[]).filter((table) => !('keeps' in erasure[table]));

/** The tables whose rows stay without what names the person. */
export const redactedTables = (Object.keys(erasure) as TableName[]).filter((table) => {
  const how: (typeof erasure)[TableName] = erasure[table];
  return 'keeps' in how && Object.values<KeepReason>(how.keeps).includes('redacted');
});
