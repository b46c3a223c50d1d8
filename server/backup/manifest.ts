/** The manifest of a backup, `manifest.json`, and the comparison of the backup with it. */
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { MemberHash } from './archive.ts';

export const format = 'maplegate-backup-1';
/** A manifest names the members before it, and the migrations. */
export const manifestBytesMax = (members: number) => 64 * 1024 + 512 * members;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const manifest = z.object({
  format: z.string(),
  release: z.string(),
  /** The names of the migrations that made the tables of these rows. */
  schema: z.array(z.string()),
  at: z.iso.datetime(),
  tables: z.array(z.object({ name: z.string(), rows: count, sizeBytes: count, sha256: hash })),
  files: z.array(z.object({ key: z.string(), sizeBytes: count, sha256: hash })),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = 'manifest.json';
export const secretName = 'secret.key';
export const tableMember = (table: string) => `tables/${table}.ndjson`;
export const fileMember = (key: string) => `files/${key}`;

export function parseManifest(file: string, text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError(`The backup ${file} has a manifest that is no JSON.`);
  }
  const named = z.object({ format: z.string() }).safeParse(value);
  if (named.success && named.data.format !== format) throw newer(file, named.data.format);
  const parsed = manifest.safeParse(value);
  if (!parsed.success) throw new OperatorError(`The backup ${file} has a manifest that cannot be understood.`);
  return parsed.data;
}

export function newer(file: string, what: string): OperatorError {
  return new OperatorError(`The backup ${file} is of a newer release (${what}). Restore it with that release.`);
}

/** A sentence for each member that is missing, not in the manifest, or different from it. */
export function differences(
  { tables, files }: Manifest,
  actual: ReadonlyMap<string, MemberHash>,
  rows: ReadonlyMap<string, number>,
): string[] {
  const expected = new Map<string, MemberHash>([
    ...tables.map((table) => [tableMember(table.name), table] as const),
    ...files.map((file) => [fileMember(file.key), file] as const),
  ]);
  const problems: string[] = [];
  for (const [name, { sizeBytes, sha256 }] of expected) {
    const member = actual.get(name);
    if (!member) problems.push(`${name} is in the manifest and not in the file.`);
    else if (member.sizeBytes !== sizeBytes || member.sha256 !== sha256)
      problems.push(`${name} is not what the manifest says.`);
  }
  for (const name of actual.keys())
    if (!expected.has(name) && name !== secretName && name !== manifestName)
      problems.push(`${name} is in the file and not in the manifest.`);
  for (const table of tables)
    if (rows.get(table.name) !== table.rows) problems.push(`${table.name} has not as many rows as the manifest says.`);
  return problems;
}
