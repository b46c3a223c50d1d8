/**
 * Checks that a backup has every member that each backup of its release has, in their order. A restore would take a
 * table that is missing for an empty one.
 */
import { tablesCreatedBy } from '../db/migrate.ts';
import type { Inspected } from './inspect.ts';
import { manifestName, secretName, tableMember } from './manifest.ts';
import { backedUpTables } from './tables.ts';

/** A sentence for each member that is missing or not in its place; `known` are the migrations of this release. */
export async function memberProblems(
  { manifest: { schema, tables }, hashes }: Inspected,
  known: readonly string[],
): Promise<string[]> {
  if (schema.length === 0 || schema.some((name, index) => name !== known[index]))
    return [`${manifestName} names migrations that no release has together.`];
  const created = await tablesCreatedBy(schema);
  const named = new Set(tables.map(({ name }) => name));
  const missing = backedUpTables.filter(({ name }) => created.has(name) && !named.has(name));
  return [
    ...missing.map(({ name }) => `${tableMember(name)} is missing, which every backup of its release has.`),
    ...(hashes.has(secretName) ? [] : [`${secretName} is missing, which every backup has.`]),
    ...displaced([...hashes.keys()]),
  ];
}

/** Rows and files of erased persons are recognised by the rows before them, so another order would hide them. */
function displaced(names: readonly string[]): string[] {
  const positions = new Map(backedUpTables.map(({ name }, position) => [tableMember(name), position]));
  let last = 0;
  const isDisplaced = (name: string) => {
    const position = positions.get(name) ?? positions.size;
    const isBefore = position < last;
    last = Math.max(last, position);
    return isBefore;
  };
  return names.filter(isDisplaced).map((name) => `${name} is not in its place.`);
}
