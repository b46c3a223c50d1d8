/**
 * Writes docs/conformance.md from conformance-table.md: `npm run conformance`. The table names a test by its file
 * and the first words of its title, `{sign-in: is refused for}`; the document has the whole title and a link.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { findTest } from './test-titles.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const documentFile = '../docs/conformance.md';

export const reference = /\{([\w./-]+): ([^{}]+)\}/g;

export function conformanceTable(): string {
  return read('conformance-table.md');
}

/** What the document should say; throws a sentence that names the first test that is not there. */
export function conformanceDocument(): string {
  const note = '<!-- Written by `npm run conformance` from test/conformance-table.md and the titles of the tests. -->';
  return `${note}\n\n${withTitles(conformanceTable())}`;
}

/** Puts the whole title of each named test into a document of docs/, as a link to its file. */
export function withTitles(table: string): string {
  return table.replace(reference, (_, name: string, words: string) => {
    const { file, title } = findTest(name, words);
    return `[“${title}”](../${file})`;
  });
}

export function writtenDocument(): string {
  return read(documentFile);
}

if (import.meta.main) writeFileSync(new URL(documentFile, import.meta.url), conformanceDocument());
