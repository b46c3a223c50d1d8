/**
 * Which passwords are too easy to guess: the most common leaked ones, words that people here build passwords from, and
 * the words near the form. The server refuses by this rule and the office warns by it.
 */
import { limits } from './limits.ts';
import { asciiDigits } from './text.ts';

/** The lists, one entry a line and in the form of `passwordKey`. */
export interface WeakPasswords {
  /** `common-passwords.txt`: guessed as they are. */
  common: ReadonlySet<string>;
  /** `guessed-words.txt`: guessed with digits and signs after them, too. */
  words: ReadonlySet<string>;
}

export function weakPasswords(common: string, words: string): WeakPasswords {
  return { common: linesOf(common), words: linesOf(words) };
}

const linesOf = (text: string) => new Set(text.split('\n').filter(Boolean));

/** `known` are the names and addresses that an attacker knows, too. */
export function matchesWeakPassword(password: string, known: readonly string[], lists: WeakPasswords): boolean {
  // A longer text is on no list, and normalising it is expensive. UTF-16 never has more units than UTF-8 has bytes.
  if (password.length > limits.passwordBytesMax) return false;
  const key = passwordKey(password);
  const stem = withoutTail(key);
  const own = new Set(known.flatMap(wordsOf));
  if (lists.common.has(key) || new Set(key).size <= 2) return true;
  return [key, stem].some((text) => lists.words.has(text) || own.has(text));
}

/** Another keyboard, capitals or Bangla digits do not make a password harder to guess. */
export function passwordKey(password: string): string {
  return asciiDigits(password.normalize('NFKC')).trim().toLowerCase();
}

/** An attacker who guesses `maplegate` guesses `maplegate@2026!` too. */
function withoutTail(key: string): string {
  return key.replace(/[\d\s!@#$%&*._-]{1,6}$/, '');
}

function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  return [lower, ...lower.split('@'), ...lower.split(/[@.\s]+/)].filter((word) => word.length >= 3);
}
