/**
 * Fills an empty place from a backup: the engine and the storage are those of the settings, whatever
 * those of the backup were. The backup is read to its end before anything is written, and what was
 * written is read again and compared before the place may be used.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileExtension, fileExtensions } from '../../contract/files.ts';
import { knownMigrations } from '../db/migrate.ts';
import { hashOf as hashOfStored } from '../files/check.ts';
import { openTemporaryFolder } from '../files/temporary.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { type Member, readArchive } from './archive.ts';
import { type Inspected, inspect } from './inspect.ts';
import { type Manifest, newer } from './manifest.ts';
import { type EmptyPlace, openEmptyPlace } from './place.ts';
import { continueNumbers, insertRows, type Row, removeFirstRows } from './rows.db.ts';
import { lineOf, openSnapshot } from './snapshot.db.ts';
import { type BackedUpTable, backedUpTables, placeSettings } from './tables.ts';

/** Of each table; a later release may have more, which a backup of an earlier one does not hold. */
type Columns = Map<string, readonly string[]>;

const rowsAtOnce = 500;

/** Reads and compares the whole backup, writes nothing; refuses with a sentence what cannot be restored. */
export async function inspectForRestore(file: string, identities: readonly string[]): Promise<Inspected> {
  const found = await inspect(file, identities);
  const known = await knownMigrations('sqlite');
  const unknown =
    found.manifest.schema.find((name) => !known.includes(name)) ??
    found.manifest.tables.find(({ name }) => !backedUpTables.some((table) => table.name === name))?.name;
  if (unknown) throw newer(file, unknown);
  if (found.problems.length === 0) return found;
  const count = `The backup ${file} cannot be trusted: ${found.problems.length} problems.`;
  throw new StartError([...found.problems, count].join('\n'));
}

export async function restore(settings: Settings, file: string, identities: readonly string[]): Promise<Inspected> {
  const found = await inspectForRestore(file, identities);
  const place = await openEmptyPlace(settings, { secret: found.secret, schema: found.manifest.schema });
  try {
    const columns = await fill(place, settings, readArchive(file, identities));
    const problems = await compare(place, settings, found.manifest, columns);
    if (problems.length > 0) {
      throw new StartError([...problems, 'What was restored is not what the backup holds.'].join('\n'));
    }
    await place.finish();
    return found;
  } finally {
    await place.close();
  }
}

async function fill(place: EmptyPlace, settings: Settings, members: AsyncIterable<Member>): Promise<Columns> {
  const columns: Columns = new Map();
  const folder = await openTemporaryFolder(settings.dataDir);
  try {
    for await (const { name, bytes } of members) {
      const [, kind, rest = ''] = /^(tables|files)\/(.*)$/.exec(name) ?? [];
      if (kind === 'tables') {
        const table = backedUpTables.find((one) => `${one.name}.ndjson` === rest) as BackedUpTable;
        columns.set(table.name, await fillTable(place, table, bytes));
      } else if (kind === 'files') {
        const path = folder.newPath();
        await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
        await place.storage.put(rest, path, fileExtensions[extname(rest).slice(1) as FileExtension]);
        await rm(path, { force: true });
      } else {
        for await (const _ of bytes);
      }
    }
    return columns;
  } finally {
    await folder.remove();
  }
}

async function fillTable({ database }: EmptyPlace, table: BackedUpTable, bytes: Member['bytes']): Promise<string[]> {
  const { engine, query } = database;
  await removeFirstRows(query, table, placeSettings);
  let columns: string[] = [];
  const rows: Row[] = [];
  const insert = async () => {
    const batch = rows.splice(0);
    await database.unhurried((query) => insertRows(query, table, batch, engine));
  };
  for await (const line of createInterface({ input: Readable.from(bytes), crlfDelay: Number.POSITIVE_INFINITY })) {
    rows.push(JSON.parse(line) as Row);
    if (columns.length === 0) columns = Object.keys(rows[0] ?? {});
    if (rows.length >= rowsAtOnce) await insert();
  }
  await insert();
  if (engine === 'postgres') await continueNumbers(query, table);
  return columns;
}

/** Everything is read again from where it was written. */
async function compare(
  place: EmptyPlace,
  settings: Settings,
  { tables, files }: Manifest,
  columns: Columns,
): Promise<string[]> {
  const problems: string[] = [];
  const snapshot = await openSnapshot(settings);
  try {
    for (const table of backedUpTables) {
      const expected = tables.find(({ name }) => name === table.name);
      const hash = createHash('sha256');
      let count = 0;
      for await (const rows of snapshot.lines(table)) {
        count += rows.length;
        for (const row of rows) hash.update(lineOf(row, columns.get(table.name)));
      }
      const isSame = expected ? hash.digest('hex') === expected.sha256 && count === expected.rows : count === 0;
      if (!isSame) problems.push(`The table ${table.name} is not as in the backup.`);
    }
  } finally {
    await snapshot.close();
  }
  for (const { key, sha256 } of files) {
    if ((await hashOfStored(place.storage, key)) !== sha256) problems.push(`The file ${key} is not as in the backup.`);
  }
  return problems;
}
