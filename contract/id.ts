/** The id of a record or an account. The keys of stored files begin with an id, too. */
import { limits } from './limits.ts';

/** The part of a regular expression that matches an id. */
export const idPattern = `[0-9a-f]{${limits.idLength}}`;
export const exactId = new RegExp(`^${idPattern}$`);

export const isId = (text: string): boolean => exactId.test(text);
