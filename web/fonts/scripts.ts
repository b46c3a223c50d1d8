/**
 * The scripts of the languages, and what the font subset of each must contain: the texts of the product, and the
 * letters, signs and conjuncts that staff and applicants may type.
 */
import { languageNames, languages } from '../../contract/language.ts';

export const weights = [400, 600] as const;
export type Weight = (typeof weights)[number];

export interface ScriptLetters {
  /** The size limit of its font files, for both weights together. */
  bytesMax: number;
  /** Each word of the product's texts once, for a script whose letters change their shape beside others. */
  words: () => string[];
  /** The syllables that staff and applicants may type. */
  syllables: () => string[];
  /** The characters that the subset needs besides. */
  characters: () => string;
}

/** The scripts, as the files of the family and of `letters/` name them. */
export const scriptNames = [...new Set(languageNames.map((language) => languages[language].script.toLowerCase()))];

/** A new script adds a file to `letters/`, and its font faces to `web/ui/fonts.css`. */
export async function lettersOf(script: string): Promise<ScriptLetters> {
  const module: { default: ScriptLetters } = await import(`./letters/${script}.ts`);
  return module.default;
}
