/**
 * Restores a backup into an empty target. Engine and storage are those of the settings, and may differ from those of
 * the backup. The backup is read to its end before anything is written, and everything written is read back and
 * compared before the product may start on it.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { counted } from '../counted.ts';
import { knownMigrations } from '../db/migrate.ts';
import { installationSettings } from '../db/settings-table.ts';
import { addMissingErasures, type ErasedRecord } from '../erasures/erasures.ts';
import { hashOf as hashOfStored } from '../files/check.ts';
import { mediaTypeOf } from '../files/stored-objects.ts';
import { openTemporaryFolder } from '../files/temporary.ts';
import { deriveKeys } from '../keys.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { type Member, readArchive } from './archive.ts';
import { type ErasureFilter, openErasureFilter } from './erasure-filter.ts';
import { type Inspected, inspect } from './inspect.ts';
import { type Manifest, newer } from './manifest.ts';
import { linesOf } from './ndjson-lines.ts';
import { memberProblems } from './required-members.ts';
import { openRestoreTarget, type RestoreTarget } from './restore-target.ts';
import {
  continueNumbers,
  insertInOneTransaction,
  prepareForManyRows,
  type Row,
  removeFirstRows,
  tablesIn,
} from './rows.db.ts';
import { lineOf, openSnapshot } from './snapshot.db.ts';
import { type BackedUpTable, backedUpTables } from './tables.ts';

/** The pages of the indexes are written once for this many rows, which wait in memory. */
const rowsPerTransaction = 2_000;

/** The contents of a table that were inserted into the target. */
interface FilledTable {
  /** The columns in the backup; the target may have more if its release is later. */
  columns: readonly string[];
  rows: number;
  sha256: string;
}

type Filled = Map<string, FilledTable>;

export interface Restored extends Inspected {
  /** How many applications were left out, because they were erased since the backup. */
  leftOut: number;
}

/**
 * Reads and compares the whole backup, and writes nothing; refuses with a sentence a backup that cannot be restored.
 */
export async function inspectForRestore(file: string, identities: readonly string[]): Promise<Inspected> {
  const inspected = await inspect(file, identities);
  const { schema, tables } = inspected.manifest;
  const known = await knownMigrations('sqlite');
  const unknown =
    schema.find((name) => !known.includes(name)) ??
    tables.find(({ name }) => !backedUpTables.some((table) => table.name === name))?.name;
  if (unknown) throw newer(file, unknown);
  const problems = [...inspected.problems, ...(await memberProblems(inspected, known))];
  if (problems.length === 0) return inspected;
  throw new OperatorError(
    [...problems, `The backup ${file} cannot be trusted: ${counted(problems.length, 'problem')}.`].join('\n'),
  );
}

/** Leaves the erased records out, and adds them to the list of erased records of the target. */
export async function restore(
  settings: Settings,
  file: string,
  identities: readonly string[],
  erased: readonly ErasedRecord[],
): Promise<Restored> {
  const inspected = await inspectForRestore(file, identities);
  const { secret, manifest } = inspected;
  const filter = openErasureFilter(erased, {
    keys: keysOf(secret),
    // A record may have been erased under a later key than that of the backup.
    otherKeys: [settings.secretKey, settings.secretKeyBefore].flatMap((other) => (other ? [keysOf(other)] : [])),
  });
  const target = await openRestoreTarget(settings, { secret, schema: manifest.schema });
  try {
    const filled = await fill({ target, settings, filter }, manifest, readArchive(file, identities));
    const files = manifest.files.filter(({ key }) => !filter.isErasedFile(key));
    const problems = await compare(target, settings, files, filled);
    if (problems.length > 0) {
      throw new OperatorError([...problems, 'What was restored is not what the backup holds.'].join('\n'));
    }
    await addMissingErasures(settings.dataDir, erased);
    await target.finish();
    const leftOut = filter.counts.applications;
    return { ...inspected, applications: inspected.applications - leftOut, files: files.length, leftOut };
  } finally {
    await target.close();
  }
}

const keysOf = (secret: string) => deriveKeys(Buffer.from(secret));

interface FillInput {
  target: RestoreTarget;
  settings: Settings;
  filter: ErasureFilter;
}

async function fill(
  { target, settings, filter }: FillInput,
  { tables }: Manifest,
  members: AsyncIterable<Member>,
): Promise<Filled> {
  const filled: Filled = new Map();
  await prepareForManyRows(target.database);
  const folder = await openTemporaryFolder(settings.dataDir);
  try {
    for await (const { name, bytes } of members) {
      const [, kind, rest = ''] = /^(tables|files)\/(.*)$/.exec(name) ?? [];
      if (kind === 'tables') {
        const table = backedUpTables.find((one) => `${one.name}.ndjson` === rest) as BackedUpTable;
        const { sha256, inserted } = await fillTable(target, table, bytes, filter).catch(notFitting(target, name));
        if (sha256 !== tables.find(({ name }) => name === table.name)?.sha256)
          throw new OperatorError('The backup was altered while it was restored.');
        filled.set(table.name, inserted);
      } else if (kind === 'files' && !filter.isErasedFile(rest)) {
        const path = folder.newPath();
        await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
        await target.storage.put(rest, path, mediaTypeOf(rest));
        await rm(path, { force: true });
      } else {
        for await (const _ of bytes);
      }
    }
    return filled;
  } finally {
    await folder.remove();
  }
}

/** Blames the rows for every error that is not a fault of the database itself. */
function notFitting({ database }: RestoreTarget, name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof OperatorError || database.faultOf(error)) throw error;
    const { code, name: kind } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `The backup has rows in ${name} that no release has written (${code ?? kind}). This place is partially restored now; the next restore into it begins from the start.`,
      { cause: error },
    );
  };
}

/** Returns the hash of all lines, and the contents that were inserted. */
async function fillTable(
  { database }: RestoreTarget,
  table: BackedUpTable,
  bytes: Member['bytes'],
  filter: ErasureFilter,
): Promise<{ sha256: string; inserted: FilledTable }> {
  const { engine, db } = database;
  await removeFirstRows(db, table, Object.values(installationSettings));
  const [allHash, insertedHash] = [createHash('sha256'), createHash('sha256')];
  let columns: string[] = [];
  let count = 0;
  const rows: Row[] = [];
  const insert = () => insertInOneTransaction(database, table, rows.splice(0));
  for await (const lines of linesOf(bytes)) {
    for (const line of lines) {
      const row = JSON.parse(line) as Row;
      allHash.update(`${line}\n`);
      if (columns.length === 0) columns = Object.keys(row);
      const kept = filter.withoutErased(table.name, row);
      if (!kept) continue;
      insertedHash.update(`${kept === row ? line : JSON.stringify(kept)}\n`);
      count++;
      rows.push(kept);
      if (rows.length >= rowsPerTransaction) await insert();
    }
  }
  await insert();
  if (engine === 'postgres') await continueNumbers(db, table);
  return { sha256: allHash.digest('hex'), inserted: { columns, rows: count, sha256: insertedHash.digest('hex') } };
}

/** Reads everything back from the target and compares it. */
async function compare(
  target: RestoreTarget,
  settings: Settings,
  files: Manifest['files'],
  filled: Filled,
): Promise<string[]> {
  const problems: string[] = [];
  const snapshot = await openSnapshot(settings);
  try {
    const existing = await tablesIn(target.database);
    for (const table of backedUpTables.filter(({ name }) => existing.has(name))) {
      const expected = filled.get(table.name);
      const hash = createHash('sha256');
      let count = 0;
      for await (const rows of snapshot.rows(table)) {
        count += rows.length;
        for (const row of rows) hash.update(lineOf(row, expected?.columns));
      }
      const isSame = expected ? hash.digest('hex') === expected.sha256 && count === expected.rows : count === 0;
      if (!isSame) problems.push(`The table ${table.name} is not as in the backup.`);
    }
  } finally {
    await snapshot.close();
  }
  for (const { key, sha256 } of files) {
    if ((await hashOfStored(target.storage, key)) !== sha256) problems.push(`The file ${key} is not as in the backup.`);
  }
  return problems;
}
