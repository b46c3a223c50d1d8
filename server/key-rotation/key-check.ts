/**
 * What the database stores about its keys: check values that identify the present and the former keys, and their
 * number.
 */
import type { Query } from '../db/database.ts';
import { getSetting } from '../db/settings-table.ts';

export const keyCheck = 'key-check';
export const formerChecks = 'key-checks-former';
export const keyGeneration = 'key-generation';

/** The check values of the keys that were replaced. */
export async function formerChecksOf(query: Query): Promise<string[]> {
  return JSON.parse((await getSetting(query, formerChecks)) ?? '[]') as string[];
}

/** How often the key was replaced. */
export async function generationOf(query: Query): Promise<number> {
  return Number((await getSetting(query, keyGeneration)) ?? 0);
}
