/** Checks that the files, headings and scripts that the documents name exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** The anchors that GitHub makes of the headings. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of a document leads to a file of the repository and to a heading that it has', () => {
  const broken: string[] = [];
  for (const document of documents) {
    for (const [, link = ''] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const target = path ? normalize(join(dirname(document), path)) : document;
      const isThere = existsSync(join(root, target));
      if (!isThere || (anchor && !anchorsOf(target).includes(anchor))) broken.push(`${document}: ${link}`);
    }
  }
  expect(documents.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test('every file that the architecture and the decisions in force name exists', () => {
  const missing: string[] = [];
  for (const document of documents) {
    const text = read(document);
    if (!/docs\/(architecture|decisions)/.test(document) || /· superseded by/.test(text)) continue;
    for (const [, path = ''] of text.matchAll(
      /`((?:art|bench|contract|demo|deploy|page-budgets|server|test|web)\/[\w./-]*)`/g,
    )) {
      if (!existsSync(join(root, path))) missing.push(`${document}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test('every command that a document names is a script of package.json', () => {
  const unknown = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run ([a-z][\w:-]*)/g)]
      .filter(([, name = '']) => !(name in packageFile.scripts))
      .map(([command]) => `${document}: ${command}`),
  );
  expect(unknown).toEqual([]);
});
