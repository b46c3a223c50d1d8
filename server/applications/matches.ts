/** By which of its fields a search finds a record. */
import {
  type MatchKind,
  matchesName,
  matchKinds,
  nameWordKeys,
  type PhoneTerm,
  phoneKey,
  type SearchTerms,
} from '../../contract/find.ts';
import { asciiDigits, passportKey } from '../../contract/text.ts';

export interface SearchableFields {
  passport: string;
  name: string;
  phone: string;
  email: string;
  nationalId: string;
}

/** The letters and digits of a national ID. An older card has 17 digits: the year of birth, which is removed, and 13. */
export function nationalIdKey(text: string): string {
  const key = asciiDigits(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return /^(19|20)\d{15}$/.test(key) ? key.slice(4) : key;
}

/** The kinds by which the search finds the record. */
export function matchesOf(
  terms: SearchTerms,
  { passport, name, phone, email, nationalId }: SearchableFields,
): MatchKind[] {
  const words = nameWordKeys(name);
  const number = phoneKey(phone);
  const id = nationalIdKey(nationalId);
  const isMatch: Record<MatchKind, boolean> = {
    passport: terms.passport !== '' && passportKey(passport).includes(terms.passport),
    name: terms.name?.every((key) => matchesName(key, words)) ?? false,
    phone: terms.phone !== null && isReachedBy(terms.phone, number),
    email: terms.email !== null && email.startsWith(terms.email),
    nationalId: terms.nationalIds.some((beginning) => id.startsWith(beginning)),
  };
  return matchKinds.filter((kind) => isMatch[kind]);
}

function isReachedBy({ beginning, ending }: PhoneTerm, number: string): boolean {
  return (beginning !== null && number.startsWith(beginning)) || number.endsWith(ending);
}
