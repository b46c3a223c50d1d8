/**
 * The keys by which the office's search finds a record. A key is searched by its beginning, and starts with the letter
 * of its kind. The keys are stored with the record, and triggers copy those of live records to a table of their own.
 */

import type { ApplicationDetails } from '../db/application-columns.ts';
import type { SearchableFields } from './matches.ts';
import { nameWordKeys, nationalIdKey, phoneKey } from './search-terms.ts';

export const kindLetters = { name: 'n', email: 'e', phone: 'p', phoneEnding: 'q', nationalId: 'i' } as const;

type KeyedDetails = Pick<ApplicationDetails, 'surname' | 'givenName' | 'phone' | 'email' | 'nationalId'>;
export const keyedDetails: readonly (keyof KeyedDetails)[] = ['surname', 'givenName', 'phone', 'email', 'nationalId'];

/** The keys of a record, as JSON. */
export function searchKeysOf(details: KeyedDetails): string {
  const { phone, email, nationalId } = details;
  const words = nameWordKeys(nameOf(details));
  const number = phoneKey(phone);
  const keys = [
    ...words.map((_, at) => kindLetters.name + rotated(words, at)),
    // With the words of the name, so that the search by e-mail can exclude the results of the search by name.
    `${kindLetters.email}${email} ${words.join(' ')} `,
    kindLetters.phone + number,
    kindLetters.phoneEnding + reversed(number),
    kindLetters.nationalId + nationalIdKey(nationalId),
  ];
  return JSON.stringify(keys);
}

/**
 * A word, then the word before it (empty for the first), then the others, each with a space after it. The words are
 * sorted. By the second word, a search skips a record that it also finds by the word before, so that it is found once.
 */
function rotated(words: readonly string[], at: number): string {
  const others = words.filter((_, place) => place !== at && place !== at - 1);
  return `${[words[at], words[at - 1] ?? '', ...others].join(' ')} `;
}

export function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The values of a record by which `matchesOf` tells why a search has found it. */
export function searchableFieldsOf(row: KeyedDetails & Pick<ApplicationDetails, 'passport'>): SearchableFields {
  return { ...row, name: nameOf(row) };
}

function nameOf({ givenName, surname }: Pick<KeyedDetails, 'givenName' | 'surname'>): string {
  return `${givenName} ${surname}`;
}
