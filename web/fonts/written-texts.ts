/** The texts of the product, but for the articles, which a font subset must be able to set. */
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const texts = [
  ...['web/texts', 'contract/texts'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json') && !name.startsWith('articles'))
      .map((name) => `${folder}/${name}`),
  ),
  'contract/application-form.ts',
  'contract/countries.json',
  'server/slides/first-slides.ts',
];
/** Files that show single letters or words of a language, in examples and lists of what may be typed. */
const typedExamples = ['web/ui/birth-date.ts', 'contract/enquiry.ts', 'contract/nationality.ts'];

/** What pages show, in every language, but for the articles. */
export function shownTexts(): string {
  return texts.map(read).join('\n');
}

/** What pages show, and what readers may type. */
export function writtenTexts(): string {
  return [...texts, ...typedExamples].map(read).join('\n');
}

function read(source: string): string {
  return readFileSync(new URL(source, root), 'utf8');
}
