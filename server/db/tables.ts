/** The shape of every table, in the names that the code uses; the SQL has them in snake case. */
import type { ColumnType, Generated } from 'kysely';
import type { DateOrder, ImportRowState, ImportState } from '../../contract/import.ts';
import type { Role } from '../../contract/roles.ts';
import type { SpreadsheetFormat } from '../../contract/spreadsheet-format.ts';
import type { Status } from '../../contract/status.ts';
import type { ApplicationDetails, ApplicationFiles } from './application-columns.ts';

/** A column that may be omitted from a new row, and is null then. */
type NullUnlessSet = ColumnType<string | null, string | null | undefined, string | null>;

/** 0 or 1, which both engines store and return unchanged. */
export type Flag = 0 | 1;

export interface AccountTable {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  passwordChangeNeeded: Generated<Flag>;
  role: Role;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
  suspendedAt: NullUnlessSet;
  /** The names of rights, as JSON. */
  rightsTaken: Generated<string>;
}

export interface SessionTable {
  /** SHA-256 of the cookie's secret, in hex. */
  id: string;
  handle: string;
  accountId: string;
  device: string;
  createdAt: string;
  /** When the owner of the session was last confirmed. */
  confirmedAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

export interface TotpTable {
  accountId: string;
  /** Encrypted; null before the first one is active. */
  secret: string | null;
  /** Encrypted; null unless a new secret waits for its first code. */
  pendingSecret: string | null;
}

export interface RecoveryCodeTable {
  id: string;
  accountId: string;
  /** The encrypted SHA-256 of the code. */
  hash: string;
}

export interface PasskeyTable {
  id: string;
  accountId: string;
  name: string;
  credentialId: string;
  /** Encrypted. */
  publicKey: string;
  counter: number;
  /** JSON: an array of the names that WebAuthn gives to ways of reaching the authenticator. */
  transports: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface SignInFailureTable {
  subject: string;
  failures: number;
  lockedUntil: string;
  lastAt: string;
}

export interface ApplicationTable extends ApplicationDetails, ApplicationFiles {
  sequence: number;
  id: string;
  surnameKey: string;
  givenNameKey: string;
  nationalityKey: string;
  passportKey: string;
  isAdmin: Flag;
  status: Status;
  visaCollectDate: string | null;
  visaApproveDate: string | null;
  version: number;
  createdAt: string;
  arrivalMonth: string;
  updatedAt: string;
  deletedAt: string | null;
  /** The account that the record is assigned to. */
  assignedTo: NullUnlessSet;
  /** The next three are null unless the record is held. */
  heldAt: NullUnlessSet;
  heldBy: NullUnlessSet;
  heldReason: NullUnlessSet;
  /** JSON: the array of search keys; null until the product has computed it. */
  searchKeys: NullUnlessSet;
}

/** A record whose passport was tried too often. */
interface GuessedApplicationTable {
  applicationId: string;
  misses: number;
  since: string;
  /**
   * When the last of these misses spent a budget; the record is listed from then on for as long as misses are stored.
   */
  spentAt: string;
  blockedUntil: string;
}

interface ApplicationAbsenceTable {
  applicationId: string;
  applicationSequence: number;
  fromSequence: number;
  toSequence: number | null;
}

export interface DecisionTable {
  sequence: Generated<number>;
  applicationId: string;
  at: string;
  status: Status;
  visaCollectDate: string | null;
  visaApproveDate: string | null;
  /** A note for the staff only. */
  note: string | null;
  /** A reason for the applicant. */
  reason: string | null;
  accountId: string | null;
  accountName: string | null;
  /** The columns from here on are null unless the decision was withdrawn. */
  withdrawnAt: string | null;
  withdrawnBy: string | null;
  withdrawnReason: string | null;
}

export interface NoteTable {
  sequence: Generated<number>;
  id: string;
  applicationId: string;
  at: string;
  text: string;
  accountId: string | null;
  accountName: string | null;
}

/** The number of live records of this kind by account; `assignedTo` is '' for unassigned ones. */
export interface WorkTallyTable {
  assignedTo: string;
  status: Status;
  isMissing: Flag;
  count: number;
}

export interface FormerValuesTable {
  applicationId: string;
  /** The version of the record after the change. */
  version: number;
  at: string;
  accountName: string | null;
  /** JSON, by the names of the columns: `{ company: { from, to } }`. */
  changes: string;
}

export interface FileTable {
  id: string;
  name: string;
  applicationId: string | null;
  slideId: string | null;
  sizeBytes: number;
  sha256: string;
  widthPx: number | null;
  heightPx: number | null;
  /** JSON: `{ widthPx, sizeBytes, sha256 }[]`. */
  thumbnails: string;
  createdAt: string;
  /** How often the key of the database had been replaced when the file was encrypted. */
  keyGeneration: number;
}

export interface SlideTable {
  id: string;
  position: number;
  title: string;
  content: string | null;
  titleBangla: string | null;
  contentBangla: string | null;
  image: string;
  published: Flag;
  shownOnNavbar: Flag;
  link: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SavedViewTable {
  id: string;
  name: string;
  nameKey: string;
  /** JSON. */
  query: string;
  columns: string;
  accountId: string;
  createdAt: string;
}

/** Bucket, passport and address are keyed hashes. */
interface EnquiryMissTable {
  sequence: Generated<number>;
  at: string;
  bucket: string;
  passport: string;
  address: string | null;
}

/** Address and passport are keyed hashes. */
interface EnquiryFindTable {
  sequence: Generated<number>;
  /** The time of the last of its `times`. */
  at: string;
  address: string;
  passport: string;
  applicationId: string;
  times: number;
}

export interface AuditTable {
  sequence: Generated<number>;
  id: string;
  at: string;
  actorId: string | null;
  actorName: string | null;
  action: string;
  record: string | null;
  fields: string;
  /** JSON, or null. */
  detail: string | null;
  /** Null in entries of releases before the tree. */
  mac: string | null;
}

export interface AuditLeafTable {
  /** Counted from 0. */
  position: number;
  /** The number of the entry in the audit log. */
  sequence: number;
  /** Base64. */
  hash: string;
}

export interface AuditCheckpointTable {
  size: number;
  at: string;
  note: string;
}

export interface ImportRunTable {
  id: string;
  accountId: string;
  accountName: string;
  /** The account that began the present step. */
  actorId: string;
  actorName: string;
  fileName: string;
  form: SpreadsheetFormat;
  /** `removing` for a run that was deleted and whose rows are still being removed. */
  state: ImportState | 'removing';
  /** 0 for a file without headings. */
  headingRow: number;
  /** JSON: an array of texts, which are empty in a file without headings. */
  headings: string;
  /** JSON: an array with the field of each column, or null. */
  columns: string;
  dateOrder: DateOrder | null;
  rowCount: number;
  /** About how many bytes the run and its rows take in the database. */
  storedBytes: Generated<number>;
  /** The number of the last row that the present step has processed. */
  lastRow: Generated<number>;
  doneCount: Generated<number>;
  fitCount: Generated<number>;
  refusedCount: Generated<number>;
  importedCount: Generated<number>;
  takenBackCount: Generated<number>;
  keptCount: Generated<number>;
  createdAt: string;
  changedAt: string;
  leaseOwner: string | null;
  leaseUntil: string | null;
}

export interface ImportRowTable {
  runId: string;
  /** The number of the row in the spreadsheet. */
  number: number;
  state: ImportRowState;
  /** The keyed hash under which enquiries count the passport. */
  passport: string | null;
  /** A keyed hash. */
  email: string | null;
  /** JSON: an array of texts; null once a record holds them. */
  cells: string | null;
  /** JSON: the faults that the reader found, by the position of the cell. */
  faults: string;
  /** JSON: the errors that the check found, by the position of the cell. */
  problems: string;
}

interface ImportRecordTable {
  applicationId: string;
  runId: string;
  number: number;
}

export interface Tables {
  migration: { name: string; hash: string };
  setting: { name: string; value: string };
  counter: { name: string; value: number };
  account: AccountTable;
  session: SessionTable;
  totp: TotpTable;
  totpStep: { accountId: string; step: number };
  recoveryCode: RecoveryCodeTable;
  passkey: PasskeyTable;
  usedChallenge: { id: string; expiresAt: string };
  signInFailure: SignInFailureTable;
  application: ApplicationTable;
  guessedApplication: GuessedApplicationTable;
  applicationAbsence: ApplicationAbsenceTable;
  applicationTally: { size: number; run: number; status: Status; count: number };
  applicationMonth: { month: string; count: number };
  applicationGram: { gram: string; count: number };
  applicationSuffix: { suffix: string; sequence: number };
  workTally: WorkTallyTable;
  applicationKey: { key: string; sequence: number };
  decision: DecisionTable;
  note: NoteTable;
  formerValues: FormerValuesTable;
  file: FileTable;
  slide: SlideTable;
  savedView: SavedViewTable;
  enquiryMiss: EnquiryMissTable;
  enquiryFind: EnquiryFindTable;
  enquiryGrantEnded: { id: string; expiresAt: string };
  importRun: ImportRunTable;
  importRow: ImportRowTable;
  importRecord: ImportRecordTable;
  audit: AuditTable;
  auditLeaf: AuditLeafTable;
  auditCheckpoint: AuditCheckpointTable;
}
