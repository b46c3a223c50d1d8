/**
 * Hashes passwords with argon2id and the parameters of the OWASP password storage sheet, and refuses those that are too
 * easy to guess.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { easyPasswords, isEasyPassword } from '../../contract/easy-password.ts';
import { limits } from '../../contract/limits.ts';
import type { Context } from '../context.ts';
import { fieldRefusal } from '../refusal.ts';
import { createFairQueue, type QueueOwner } from './fair-queue.ts';

const argon2id = 2;
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const waitingMax = 64;

/** Every hash of the process runs here; fewer run at once than the failures that lock an account. */
export const passwordWork = createFairQueue(
  Math.min(availableParallelism(), limits.loginFailuresBeforeLock - 1),
  waitingMax,
);

/** A hash that no password matches, so that an unknown account takes the same time. */
const nobody = [
  '',
  'argon2id',
  'v=19',
  `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`,
  unpadded(16),
  unpadded(parameters.outputLen),
].join('$');

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '');
}

/** A caller who sets a password is already authorised. */
const setters: QueueOwner = { isKnown: true, caller: '' };

export function hashPassword(password: string): Promise<string> {
  return passwordWork(setters, () => hash(comparable(password), parameters));
}

/** To be called inside `passwordWork`. Takes the same time with and without a hash. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isHash = storedHash?.startsWith('$argon2id$') ?? false;
  const isSame = await verify((isHash && storedHash) || nobody, comparable(password));
  return isSame && isHash;
}

export function isSamePassword(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

/** Keyboards write the same Bangla letter with different code points. */
function comparable(password: string): string {
  return Buffer.byteLength(password) > limits.passwordBytesMax ? password : password.normalize('NFKC');
}

/** Refuses what an attacker tries first: the lists, and the words near the form. */
export function refuseEasyPassword(ctx: Context, password: string, email: string): void {
  if (isGuessedFirst(password, [email, ctx.settings.brand.name])) throw fieldRefusal('password', 'password_too_common');
}

/** Reads the lists each time, since passwords are chosen seldom and the lists would stay in memory. */
export function isGuessedFirst(password: string, known: readonly string[]): boolean {
  return isEasyPassword(password, known, easyPasswords(listed('common-passwords'), listed('guessed-words')));
}

function listed(name: 'common-passwords' | 'guessed-words'): string {
  return readFileSync(new URL(`../../contract/${name}.txt`, import.meta.url), 'utf8');
}
