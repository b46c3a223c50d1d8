/** By which of its fields a search finds a record, with the part of the text that matched. */
import { type Match, matchKinds } from '../../contract/answer-parts.ts';
import { asciiDigits, passportKey } from '../../contract/text.ts';
import { matchesName, nameWordKeys, nationalIdKey, phoneKey, type SearchTerms } from './search-terms.ts';

export interface SearchableFields {
  passport: string;
  name: string;
  phone: string;
  email: string;
  nationalId: string;
}

type Pieces = Match['pieces'];

/** For each kind, the text of its field in pieces; null if it does not match. */
const piecesOf: Record<Match['kind'], (terms: SearchTerms, fields: SearchableFields) => Pieces | null> = {
  passport: ({ passport: wanted }, { passport }) =>
    wanted !== '' && passportKey(passport).includes(wanted)
      ? markedKey(passport, [wanted], /[^\s\p{Pd}\p{Cf}]/gu)
      : null,
  /** Only the words that match. */
  name({ name: beginnings }, { name }) {
    const words = nameWordKeys(name);
    if (!beginnings?.every((key) => matchesName(key, words))) return null;
    const matching = name.split(/\s+/).filter((word) => {
      const keys = nameWordKeys(word);
      return beginnings.some((key) => matchesName(key, keys));
    });
    return matching.flatMap((text, at) => [...(at > 0 ? [unmarked(' ')] : []), marked(text)]);
  },
  phone({ phone: term }, { phone }) {
    if (!term) return null;
    const number = phoneKey(phone);
    if (term.beginning !== null && number.startsWith(term.beginning))
      return markedPart(phone, phone.length - number.length, term.beginning.length);
    const { length } = term.ending;
    return number.endsWith(term.ending) ? markedPart(phone, phone.length - length, length) : null;
  },
  email: ({ email: beginning }, { email }) =>
    beginning !== null && email.startsWith(beginning) ? markedPart(email, 0, beginning.length) : null,
  nationalId({ nationalIds }, { nationalId }) {
    const key = nationalIdKey(nationalId);
    return nationalIds.some((beginning) => key.startsWith(beginning))
      ? markedKey(nationalId, nationalIds, /[\p{L}\p{N}]/gu)
      : null;
  },
};

/** The fields by which the search finds the record. */
export function matchesOf(terms: SearchTerms, fields: SearchableFields): Match[] {
  return matchKinds.flatMap((kind) => {
    const pieces = piecesOf[kind](terms, fields);
    return pieces ? [{ kind, pieces }] : [];
  });
}

/** Marks the characters of a key that are the first of these, with what the key leaves out between them. */
function markedKey(text: string, keys: readonly string[], ofKey: RegExp): Pieces {
  const kept = [...asciiDigits(text).toUpperCase().matchAll(ofKey)];
  const whole = kept.map(([character]) => character).join('');
  const key = keys.find((each) => whole.includes(each)) ?? '';
  const first = whole.indexOf(key);
  const from = kept[first]?.index;
  const last = kept[first + key.length - 1]?.index;
  return from === undefined || last === undefined ? [unmarked(text)] : markedPart(text, from, last + 1 - from);
}

function markedPart(text: string, from: number, length: number): Pieces {
  const pieces = [
    unmarked(text.slice(0, from)),
    marked(text.slice(from, from + length)),
    unmarked(text.slice(from + length)),
  ];
  return pieces.filter((piece) => piece.text !== '');
}

const marked = (text: string) => ({ text, isMatch: true });
const unmarked = (text: string) => ({ text, isMatch: false });
