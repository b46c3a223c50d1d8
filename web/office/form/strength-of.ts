/** Estimates the strength of a password by the server's rule, its length and its variety. */

import { limits } from '../../../contract/limits.ts';
import { matchesWeakPassword, type WeakPasswords } from '../../../contract/weak-password.ts';

export const strengthLevels = ['weak', 'fair', 'good', 'strong'] as const;
export interface Strength {
  level: (typeof strengthLevels)[number];
  /** Advice to make it stronger, if it needs any. */
  advice: 'short' | 'common' | 'plain' | null;
}

/** The bits of entropy from which a password is fair, good and strong. */
const bitsFrom = [40, 56, 80] as const;

const noLists: WeakPasswords = { common: '', words: '' };

/** `known` are words that an attacker would try, such as the e-mail, the name and the consultancy. */
export function strengthOf(password: string, known: readonly string[] = [], lists = noLists): Strength {
  const letters = [...password.normalize('NFKC')];
  if (letters.length < limits.passwordLengthMin) return { level: 'weak', advice: 'short' };
  if (matchesWeakPassword(password, known, lists)) return { level: 'weak', advice: 'common' };
  const bits = countedLength(letters) * Math.log2(alphabetOf(password));
  const level = strengthLevels[bitsFrom.filter((from) => bits >= from).length] ?? 'weak';
  return { level, advice: level === 'weak' || level === 'fair' ? 'plain' : null };
}

/** A letter that continues a run (`aaa`, `abc`, `321`) or has occurred three times counts a quarter. */
function countedLength(letters: readonly string[]): number {
  const seen = new Map<string, number>();
  let length = 0;
  letters.forEach((letter, at) => {
    const step = at > 0 ? (letter.codePointAt(0) ?? 0) - (letters[at - 1]?.codePointAt(0) ?? 0) : Number.NaN;
    const times = (seen.get(letter) ?? 0) + 1;
    seen.set(letter, times);
    length += Math.abs(step) <= 1 || times > 3 ? 0.25 : 1;
  });
  return length;
}

function alphabetOf(password: string): number {
  const sizes: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    [/[^ -~]/, 60],
  ];
  return sizes.reduce((sum, [shape, size]) => (shape.test(password) ? sum + size : sum), 0) || 1;
}
