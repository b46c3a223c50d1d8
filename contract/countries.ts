import rows from './countries.json' with { type: 'json' };
import type { Language } from './language.ts';

/**
 * Every country of ISO 3166-1 with its names, demonyms and the other words that people write for it, in English and
 * Bangla. Bangladesh is first, then they are in order of the English name. A word that two rows have (Congo, Korean)
 * names neither country; see `nationality.ts`.
 */
interface Country {
  code: string;
  alpha3: string;
  name: Record<Language, string>;
  demonym: Partial<Record<Language, string>>;
  aliases: readonly string[];
}

// A country without a name in some language does not compile; a demonym may be missing.
export const countries = rows satisfies readonly Pick<Country, 'name'>[] as readonly Country[];
