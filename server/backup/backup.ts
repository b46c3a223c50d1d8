/**
 * Makes a backup: one file with everything that a restore needs, as of one moment, whether or not the product is
 * running. The file is read back and compared before it gets its name.
 */
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Context } from '../context.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { hasFileRow } from '../files/files.ts';
import { formerKeyNeeded, mayNeedFormerKey } from '../files/former-key.ts';
import { beginBackup } from '../files/running-backup.ts';
import { idOf, type StoredObject, storedObjectsOf } from '../files/stored-objects.ts';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { release } from '../release.ts';
import { secretOf } from '../resources.ts';
import { StorageFault } from '../storage/storage.ts';
import { sync } from '../sync.ts';
import { type Member, type MemberHash, writeArchive } from './archive.ts';
import { inspect } from './inspect.ts';
import { fileMember, format, type Manifest, manifestName, secretName, tableMember } from './manifest.ts';
import { lineOf, openSnapshot, type Snapshot } from './snapshot.db.ts';
import { type BackedUpTable, backedUpTables } from './tables.ts';

export interface BackupResult {
  applications: number;
  files: number;
  sizeBytes: number;
  /**
   * A sentence for each file that is missing or altered in the storage, and one for all that lack the former key; the
   * backup has everything else.
   */
  problems: string[];
}

/** A file of the snapshot was erased before it was copied, so a later snapshot is needed. */
export class SnapshotOutdated extends OperatorError {}

export class BackupNotReadBack extends OperatorError {}

const triesMax = 5;

/**
 * Without recipients (age1…) the backup is not encrypted. An existing file is never replaced. With `damagedFile` a backup
 * with problems gets that name, and never the other.
 */
export async function backUp(
  ctx: Context,
  file: string,
  recipients: readonly string[] | null,
  damagedFile = file,
): Promise<BackupResult> {
  if (await stat(file).catch(() => null))
    throw new OperatorError(`There is a file or a folder ${file} already. Nothing was written.`);
  const unfinished = `${file}.unfinished`;
  const removeUnfinished = () => rm(unfinished, { force: true });
  await removeUnfinished().catch(notWritable(file));
  const endBackup = await beginBackup(ctx);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await writeAndCompare(ctx, { file, damagedFile, unfinished, recipients });
      } catch (error) {
        if (!(error instanceof SnapshotOutdated) || tries === triesMax) throw error;
        await removeUnfinished();
      }
    }
  } finally {
    await endBackup();
    await removeUnfinished();
  }
}

function notWritable(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(`The file ${file} cannot be written (${error.code}).`);
  };
}

interface BackupFiles {
  file: string;
  damagedFile: string;
  unfinished: string;
  recipients: readonly string[] | null;
}

async function writeAndCompare(
  ctx: Context,
  { file, damagedFile, unfinished, recipients }: BackupFiles,
): Promise<BackupResult> {
  // Lives only as long as this call, so that reading back needs no identity of the owner.
  const identity = await generateX25519Identity();
  const readers = recipients && [...recipients, await identityToRecipient(identity)];
  const at = ctx.now();
  const problems: string[] = [];
  // The snapshot comes first, so that no file is begun while the database cannot be reached.
  const snapshot = await openSnapshot(ctx.settings);
  const handle = await open(unfinished, 'wx', 0o600).catch(async (error) => {
    await snapshot.close();
    return notWritable(file)(error);
  });
  try {
    const secret = await secretOf(ctx);
    const schema = await appliedMigrations(ctx.db);
    const written = await writeArchive(handle, readers, (hashes) =>
      membersOf(ctx, { snapshot, secret, schema, at, problems, hashes }),
    );
    // While the snapshot is open, the remains of erased records cannot be removed.
    await snapshot.close();
    await handle.sync();
    const readBack = await inspect(unfinished, [identity]);
    const different = [...written].filter(([name, { sha256 }]) => readBack.hashes.get(name)?.sha256 !== sha256);
    const differences = [...different.map(([name]) => `${name} was altered.`), ...readBack.problems];
    if (differences.length > 0) {
      throw new BackupNotReadBack(`The backup could not be read back as it was written: ${differences.join(' ')}`);
    }
    // The file gets its name only when it is complete and synced.
    const target = problems.length > 0 ? damagedFile : file;
    await rename(unfinished, target);
    await sync(dirname(target));
    const { size: sizeBytes } = await stat(target);
    return { applications: readBack.applications, files: readBack.files, sizeBytes, problems };
  } finally {
    await handle.close();
    await snapshot.close();
  }
}

interface Source {
  snapshot: Snapshot;
  secret: string;
  schema: string[];
  at: Date;
  problems: string[];
  hashes: ReadonlyMap<string, MemberHash>;
}

async function* membersOf(ctx: Context, source: Source): AsyncGenerator<Member> {
  const { snapshot, secret, schema, at, hashes } = source;
  const tables: Manifest['tables'] = [];
  for (const table of backedUpTables) {
    // A tar has the size of a member before its bytes. So the rows are read twice, since no plain row may be written to
    // disk.
    const { rows, sizeBytes } = await measure(snapshot, table);
    const name = tableMember(table.name);
    yield { name, sizeBytes, bytes: linesOf(snapshot, table) };
    tables.push({ name: table.name, rows, sizeBytes, sha256: sha256Of(hashes, name) });
  }
  const files: Manifest['files'] = [];
  const underFormerKey = new Set<string>();
  for await (const stored of storedObjects(snapshot)) {
    const file = await fileOf(ctx, stored, { problems: source.problems, underFormerKey });
    if (!file) continue;
    yield file;
    const sha256 = sha256Of(hashes, file.name);
    if (sha256 !== stored.sha256) source.problems.push(`The file ${stored.key} does not have the hash of its row.`);
    files.push({ key: stored.key, sizeBytes: file.sizeBytes, sha256 });
  }
  if (underFormerKey.size > 0) source.problems.push(formerKeyNeeded(underFormerKey.size));
  yield member(secretName, Buffer.from(secret));
  const manifest: Manifest = { format, release, schema, at: at.toISOString(), tables, files };
  yield member(manifestName, Buffer.from(JSON.stringify(manifest)));
}

async function measure(snapshot: Snapshot, table: BackedUpTable) {
  let rows = 0;
  let sizeBytes = 0;
  for await (const batch of snapshot.rows(table)) {
    rows += batch.length;
    for (const row of batch) sizeBytes += Buffer.byteLength(lineOf(row));
  }
  return { rows, sizeBytes };
}

async function* linesOf(snapshot: Snapshot, table: BackedUpTable): AsyncGenerator<Uint8Array> {
  for await (const batch of snapshot.rows(table)) yield Buffer.from(batch.map((row) => lineOf(row)).join(''));
}

interface BackedUpObject extends StoredObject {
  keyGeneration: number;
}

/** Every object that a row of the snapshot names, with its hash in the row. */
async function* storedObjects(snapshot: Snapshot): AsyncGenerator<BackedUpObject> {
  const table = backedUpTables.find(({ name }) => name === 'file') as BackedUpTable;
  for await (const batch of snapshot.rows(table)) {
    for (const { id, name, sha256, thumbnails, key_generation } of batch) {
      const row = { id: String(id), name: String(name), sha256: String(sha256), thumbnails: String(thumbnails) };
      for (const stored of storedObjectsOf(row)) yield { ...stored, keyGeneration: Number(key_generation) };
    }
  }
}

/** Reads the whole file first, since a member that was begun cannot be removed; the limits of uploads bound it. */
async function fileOf(
  ctx: Context,
  { key, keyGeneration }: BackedUpObject,
  { problems, underFormerKey }: { problems: string[]; underFormerKey: Set<string> },
): Promise<Member | null> {
  try {
    const stored = await ctx.storage.get(key);
    if (stored) return member(fileMember(key), await buffer(stored.stream));
  } catch (error) {
    if (!(error instanceof StorageFault && error.kind === 'altered')) throw error;
    if (mayNeedFormerKey(ctx, keyGeneration)) underFormerKey.add(idOf(key));
    else problems.push(`The file ${key} was altered in the storage and cannot be read.`);
    return null;
  }
  if (!(await hasFileRow(ctx, idOf(key)))) {
    throw new SnapshotOutdated(
      `Records were erased during each of ${triesMax} attempts to copy the files. No backup was made. Erase none during a backup.`,
    );
  }
  problems.push(`The file ${key} is missing in the storage.`);
  return null;
}

function member(name: string, bytes: Uint8Array): Member {
  return {
    name,
    sizeBytes: bytes.length,
    bytes: (async function* () {
      yield bytes;
    })(),
  };
}

function sha256Of(hashes: ReadonlyMap<string, MemberHash>, name: string): string {
  return (hashes.get(name) as MemberHash).sha256;
}
