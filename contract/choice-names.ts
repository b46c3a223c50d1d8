/** The choices of the form as people write them in their own files and messages. */
import { jobTitles, sexes } from './application-form.ts';

const sexNames: ReadonlyMap<string, (typeof sexes)[number]> = new Map([
  ...sexes.map((sex) => [sex.toLowerCase(), sex] as const),
  ['m', 'Male'],
  ['man', 'Male'],
  ['পুরুষ', 'Male'],
  ['f', 'Female'],
  ['woman', 'Female'],
  ['নারী', 'Female'],
  ['মহিলা', 'Female'],
]);
const jobTitleNames: ReadonlyMap<string, string> = new Map(jobTitles.map((title) => [title.toLowerCase(), title]));

/** The choice that a text names; null if it names none. */
export const choiceNamed = {
  sex: (text: string): string | null => sexNames.get(text.trim().toLowerCase()) ?? null,
  jobTitle: (text: string): string | null => jobTitleNames.get(text.trim().toLowerCase()) ?? null,
} as const;
