/** The id of a record or an account. The keys of its files begin with one, too. */
import { limits } from './limits.ts';

/** For a regular expression that has an id among other things. */
export const idPattern = `[0-9a-f]{${limits.idLength}}`;
export const idAlone = new RegExp(`^${idPattern}$`);

export const isId = (text: string): boolean => idAlone.test(text);
