/**
 * The texts that the office's search finds a record by. Each is searched by its beginning, which starts with the letter
 * of its kind. They are stored with the record, and triggers keep them for the live ones in a table of their own.
 */
import { nameWords, nationalIdKey, phoneKey, type SearchableFields } from '../../contract/find.ts';
import type { ApplicationDetails } from '../db/application-columns.ts';

export const kindLetters = { name: 'n', email: 'e', phone: 'p', phoneEnding: 'q', nationalId: 'i' } as const;

type KeyedDetails = Pick<ApplicationDetails, 'surname' | 'givenName' | 'phone' | 'email' | 'nationalId'>;
export const keyedDetails: readonly (keyof KeyedDetails)[] = ['surname', 'givenName', 'phone', 'email', 'nationalId'];

/** As they are stored. */
export function searchKeysOf(details: KeyedDetails): string {
  const { phone, email, nationalId } = details;
  const words = nameWords(nameOf(details));
  const number = phoneKey(phone);
  const keys = [
    ...words.map((_, at) => kindLetters.name + rotated(words, at)),
    // With the words of the name, so that the search by e-mail can leave out what the search by name returns.
    `${kindLetters.email}${email} ${words.join(' ')} `,
    kindLetters.phone + number,
    kindLetters.phoneEnding + reversed(number),
    kindLetters.nationalId + nationalIdKey(nationalId),
  ];
  return JSON.stringify(keys);
}

/**
 * A word, then the word before it (empty for the first), then the others, each with a space after it. The words are
 * sorted; of neighbours that begin alike only the first counts, so that each record is found once.
 */
function rotated(words: readonly string[], at: number): string {
  const others = words.filter((_, place) => place !== at && place !== at - 1);
  return `${[words[at], words[at - 1] ?? '', ...others].join(' ')} `;
}

export function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** As the contract of the search has them. */
export function searchableFieldsOf(row: KeyedDetails & Pick<ApplicationDetails, 'passport'>): SearchableFields {
  return { ...row, name: nameOf(row) };
}

function nameOf({ givenName, surname }: Pick<KeyedDetails, 'givenName' | 'surname'>): string {
  return `${givenName} ${surname}`;
}
