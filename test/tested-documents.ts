/**
 * Writes docs/conformance.md and docs/security.md from the tables beside this file: `npm run conformance`. A table
 * names a test by its file and the first words of its title, `{sign-in: is refused for}`; the document has the whole
 * title and a link.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { findTest } from './test-titles.ts';

const names = ['conformance', 'security'] as const;
type Name = (typeof names)[number];

export const reference = /\{([\w./-]+): ([^{}]+)\}/g;

export function tableOf(name: Name): string {
  return readFileSync(new URL(`${name}-table.md`, import.meta.url), 'utf8');
}

/** What the document should say; throws a sentence that names the first test that is not there. */
export function documentOf(name: Name): string {
  const note = `<!-- Written by \`npm run conformance\` from test/${name}-table.md and the titles of the tests. -->`;
  const text = tableOf(name).replace(reference, (_, file: string, words: string) => {
    const found = findTest(file, words);
    return `[“${found.title}”](../${found.file})`;
  });
  return `${note}\n\n${text}`;
}

export function writtenDocument(name: Name): string {
  return readFileSync(fileOf(name), 'utf8');
}

function fileOf(name: Name): URL {
  return new URL(`../docs/${name}.md`, import.meta.url);
}

if (import.meta.main) for (const name of names) writeFileSync(fileOf(name), documentOf(name));
