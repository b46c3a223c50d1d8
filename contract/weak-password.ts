/**
 * Which passwords are too easy to guess: the most common leaked ones, words that people here build passwords from, and
 * the words near the form. The server refuses by this rule and the office warns by it.
 */
import { limits } from './limits.ts';
import { asciiDigits } from './text.ts';

/** The texts of the lists, one entry a line and in the form of `passwordKey`. */
export interface WeakPasswords {
  /** `common-passwords.txt`: guessed as they are. */
  common: string;
  /** `guessed-words.txt`: guessed with digits and signs after them, too. */
  words: string;
}

/** `known` are the names and addresses that an attacker knows, too. */
export function matchesWeakPassword(password: string, known: readonly string[], lists: WeakPasswords): boolean {
  // A longer text is on no list, and normalising it is expensive. UTF-16 never has more units than UTF-8 has bytes.
  if (password.length > limits.passwordBytesMax) return false;
  const key = passwordKey(password);
  const stem = withoutTail(key);
  const own = new Set(known.flatMap(wordsOf));
  if (hasLine(lists.common, key) || new Set(key).size <= 2) return true;
  return [key, stem].some((text) => hasLine(lists.words, text) || own.has(text));
}

/** Whether the text, in which every line ends with a line break, has the line. */
function hasLine(text: string, line: string): boolean {
  if (line === '' || line.includes('\n')) return false;
  return text.startsWith(`${line}\n`) || text.includes(`\n${line}\n`);
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
