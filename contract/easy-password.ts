/**
 * Which passwords are too easy to guess to be taken: those that leaked most often, the words that people here make
 * theirs of, and what stands beside the form. The server refuses by this rule and the office warns by it.
 */
import { limits } from './limits.ts';
import { asciiDigits } from './text.ts';

/** The lists, one entry a line and in the form of `passwordKey`. */
export interface EasyPasswords {
  /** `common-passwords.txt`: guessed as they stand. */
  common: ReadonlySet<string>;
  /** `guessed-words.txt`: guessed with digits and signs after them, too. */
  words: ReadonlySet<string>;
}

export function easyPasswords(common: string, words: string): EasyPasswords {
  return { common: linesOf(common), words: linesOf(words) };
}

const linesOf = (text: string) => new Set(text.split('\n').filter(Boolean));

/** `known` are names and addresses that whoever guesses knows, too. */
export function isEasyPassword(password: string, known: readonly string[], lists: EasyPasswords): boolean {
  // In UTF-16, which never has more units than UTF-8 bytes: nothing so long is on a list, and to normalise it is costly.
  if (password.length > limits.passwordBytesMax) return false;
  const key = passwordKey(password);
  const stem = withoutTail(key);
  const own = new Set(known.flatMap(wordsOf));
  if (lists.common.has(key) || new Set(key).size <= 2) return true;
  return [key, stem].some((text) => lists.words.has(text) || own.has(text));
}

/** Neither another keyboard nor capitals nor Bangla digits make it another password to whoever guesses. */
export function passwordKey(password: string): string {
  return asciiDigits(password.normalize('NFKC')).trim().toLowerCase();
}

/** `maplegate@2026!` is `maplegate` to whoever guesses. */
function withoutTail(key: string): string {
  return key.replace(/[\d\s!@#$%&*._-]{1,6}$/, '');
}

function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  return [lower, ...lower.split('@'), ...lower.split(/[@.\s]+/)].filter((word) => word.length >= 3);
}
