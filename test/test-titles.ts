/** Finds a test by its file name and the first words of its title; throws if none or several tests match. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
/** The title of a test or a group: a text that is followed by a function, or by options and a function. */
const titlePattern = /\(\s*(['"`])((?:\\.|(?!\1)[^\n])+?)\1,\s*(?:\{[^{}]*\},\s*)?(?:async\b|\()/g;

const testFiles = globSync('{contract,server,demo,bench,web,test}/**/*.test.ts', {
  cwd: fileURLToPath(root),
  exclude: ['**/node_modules'],
}).map((path) => path.replaceAll('\\', '/'));
const titles = new Map<string, Set<string>>();

export interface FoundTest {
  /** From the root of the repository. */
  file: string;
  /** The title as the file has it, with its placeholders. */
  title: string;
}

export function findTest(name: string, words: string): FoundTest {
  const file = fileOf(name);
  const known = titlesIn(file);
  if (known.has(words)) return { file, title: words };
  const [title, another] = [...known].filter((text) => text.startsWith(words));
  if (title && !another) return { file, title };
  throw new Error(`In ${file} ${title ? 'several titles begin' : 'no title begins'} with “${words}”.`);
}

function fileOf(name: string): string {
  const [file, another] = testFiles.filter((path) => `/${path}`.endsWith(`/${name}.test.ts`));
  if (another) throw new Error(`“${name}” may be ${file} or ${another}. Put the folder before it.`);
  if (!file) throw new Error(`There is no test file “${name}”.`);
  return file;
}

function titlesIn(file: string): Set<string> {
  const known = titles.get(file);
  if (known) return known;
  const source = readFileSync(new URL(file, root), 'utf8');
  const found = new Set(
    [...source.matchAll(titlePattern)].map(([, , text = '']) => text.replaceAll(/\\(['"`])/g, '$1')),
  );
  titles.set(file, found);
  return found;
}
