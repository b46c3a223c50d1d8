/**
 * The texts of errors and spreadsheets in every language, which the API and the pages share. A text may name a limit,
 * such as `{{importRowsMax, number}}`, and has it in the digits of its language.
 */
import { inEachLanguage, type Language, languages } from './language.ts';
import { limits, megabytes } from './limits.ts';
import bn from './texts/bn.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const catalogues: Record<Language, typeof en> = { en, bn };

/** What a text may name as `{{name, number}}`: every limit, and some in the unit of the text. */
export const limitValues = {
  ...limits,
  quickTimeoutSeconds: limits.quickTimeoutMs / 1000,
  photoMebibytes: megabytes(limits.photoBytesMax),
  photoOnEditMebibytes: megabytes(limits.photoOnEditBytesMax),
  attachmentMebibytes: megabytes(limits.attachmentBytesMax),
  slideImageMebibytes: megabytes(limits.slideImageBytesMax),
  importMebibytes: megabytes(limits.importBytesMax),
  importsMebibytes: megabytes(limits.importsBytesMax),
  pictureMegapixels: limits.picturePixelsMax / 1_000_000,
};

const values: Record<string, unknown> = limitValues;

function withLimits(text: string, language: Language): string {
  const { format } = new Intl.NumberFormat(languages[language].locale);
  return text.replace(/\{\{(\w+), number\}\}/g, (_, name: string) => format(values[name] as number));
}

export const contractTexts = inEachLanguage((language): typeof en =>
  JSON.parse(withLimits(JSON.stringify(catalogues[language]), language)),
);
