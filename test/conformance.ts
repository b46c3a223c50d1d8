/**
 * Writes docs/conformance.md from conformance-table.md: `npm run conformance`. The table names a test by its file
 * and the first words of its title, `{sign-in: is refused for}`; the document has the whole title and a link.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const documentFile = '../docs/conformance.md';

export const reference = /\{([\w./-]+): ([^{}]+)\}/g;
/** A text that is followed by a function: what the file calls a test, or a group of them. */
const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\n])+?)\1,\s*(?:async\b|\()/g;

const testFiles = globSync('{contract,server,demo,bench,web,test}/**/*.test.ts', {
  cwd: root,
  exclude: ['**/node_modules'],
}).map((path) => path.replaceAll('\\', '/'));

export function conformanceTable(): string {
  return read('conformance-table.md');
}

/** What the document should say; throws a sentence that names the first test that is not there. */
export function conformanceDocument(): string {
  const note = '<!-- Written by `npm run conformance` from test/conformance-table.md and the titles of the tests. -->';
  const text = conformanceTable().replace(reference, (_, name: string, words: string) => {
    const file = fileOf(name);
    return `[“${titleIn(file, words)}”](../${file})`;
  });
  return `${note}\n\n${text}`;
}

function fileOf(name: string): string {
  const files = testFiles.filter((path) => `/${path}`.endsWith(`/${name}.test.ts`));
  if (files[1])
    throw new Error(`conformance-table.md: “${name}” may be ${files.join(' or ')}. Put the folder before it.`);
  if (!files[0]) throw new Error(`conformance-table.md: there is no test file “${name}”.`);
  return files[0];
}

const titles = new Map<string, Set<string>>();

function titleIn(file: string, words: string): string {
  let known = titles.get(file);
  if (!known) {
    const source = read(`../${file}`);
    known = new Set([...source.matchAll(title)].map(([, , text = '']) => text.replaceAll(/\\(['"`])/g, '$1')));
    titles.set(file, known);
  }
  const found = [...known].filter((text) => text.startsWith(words));
  if (known.has(words)) return words;
  if (found[0] && !found[1]) return found[0];
  const many = found[0] ? 'several titles begin' : 'no title begins';
  throw new Error(`conformance-table.md: in ${file} ${many} with “${words}”.`);
}

export function writtenDocument(): string {
  return read(documentFile);
}

if (import.meta.main) writeFileSync(new URL(documentFile, import.meta.url), conformanceDocument());
