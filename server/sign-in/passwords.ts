/**
 * Hashes passwords with argon2id and the parameters of the OWASP password storage sheet, and refuses those that are too
 * easy to guess.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { limits } from '../../contract/limits.ts';
import { matchesWeakPassword } from '../../contract/weak-password.ts';
import type { Context } from '../context.ts';
import { fieldRefusal } from '../refusal.ts';
import { createFairQueue, type QueueOwner } from './fair-queue.ts';

/** Loaded with the first password, since its native part takes some megabytes. */
const loadArgon2 = () => import('@node-rs/argon2');
const argon2id = 2;
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const waitingMax = 64;

/** The queue for hashing passwords. Fewer run at once than the number of failures that lock an account. */
export const inHashQueue = createFairQueue(
  Math.min(availableParallelism(), limits.loginFailuresBeforeLock - 1),
  waitingMax,
);

/** A hash that no password matches, so that checking takes the same time for an unknown account. */
const unmatchedHash = [
  '',
  'argon2id',
  'v=19',
  `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`,
  randomBase64(16),
  randomBase64(parameters.outputLen),
].join('$');

function randomBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

/** A caller who sets a password is already authorised, so all of them share one queue. */
const authorised: QueueOwner = { isKnown: true, caller: '' };

export function hashPassword(password: string): Promise<string> {
  return inHashQueue(authorised, async () => (await loadArgon2()).hash(normalized(password), parameters));
}

/** To be called inside `inHashQueue`. Takes the same time with and without a hash. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isHash = storedHash?.startsWith('$argon2id$') ?? false;
  const { verify } = await loadArgon2();
  const isSame = await verify((isHash && storedHash) || unmatchedHash, normalized(password));
  return isSame && isHash;
}

export function isSamePassword(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

/** Keyboards write the same Bangla letter with different code points. */
function normalized(password: string): string {
  return Buffer.byteLength(password) > limits.passwordBytesMax ? password : password.normalize('NFKC');
}

/** Refuses what an attacker tries first: common passwords, and words that appear near the form. */
export function refuseWeakPassword(ctx: Context, password: string, email: string): void {
  if (isWeakPassword(password, [email, ctx.settings.brand.name])) throw fieldRefusal('password', 'password_too_common');
}

/** Reads the lists each time: passwords are chosen seldom, and the lists would otherwise stay in memory. */
export function isWeakPassword(password: string, knownWords: readonly string[]): boolean {
  const lists = { common: readList('common-passwords'), words: readList('guessed-words') };
  return matchesWeakPassword(password, knownWords, lists);
}

function readList(name: 'common-passwords' | 'guessed-words'): string {
  return readFileSync(new URL(`../../contract/${name}.txt`, import.meta.url), 'utf8');
}
