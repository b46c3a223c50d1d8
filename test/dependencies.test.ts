import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtIntoPages, readSbom } from '../deploy/sbom.ts';
import packageFile from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const importPattern = /(?:from|import|import\() ?['"]([^'"\n]+)['"]/g;
/** Node.js strips these imports. */
const typeImport = /^import type [^;]+;$/gm;
/** A route names its screen by a path within `web`. */
const screenPath = /['"]([\w-]+\/[\w/.-]+\.tsx?)['"]/g;

/**
 * The packages that these files import, directly or through other files than `end`, each with a file that imports it.
 */
function packagesOf(entries: readonly string[], end?: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || file === end || !existsSync(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8').replace(typeImport, '');
    for (const [, name = ''] of source.matchAll(importPattern)) {
      if (name.startsWith('.')) visit(join(dirname(file), name));
      else if (isPackage(name)) packages.set(packageOf(name), file);
    }
    for (const [, name = ''] of source.matchAll(screenPath)) visit(join(root, 'web', name));
  };
  for (const entry of entries) visit(join(root, entry));
  return packages;
}

function isPackage(name: string): boolean {
  return /^@?[a-z][\w./-]*$/.test(name) && !isBuiltin(name);
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

const developmentServer = join(root, 'web/dev.ts');
// Some files are started as processes and not imported.
const productFiles = globSync('server/**/*.{js,ts}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

const pageFiles = globSync('web/{*,{application,office,site,texts,ui}/**/*}.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|d)\.ts$|^web\/(dev|routes)\.ts$/.test(file),
);

const otherFiles = [
  ...(packageFile.scripts.demo.match(/[\w./-]+\.[jt]s\b/g) ?? []),
  ...(packageFile.scripts.prestart.match(/[\w./-]+\.[jt]s\b/g) ?? []),
  ...['vite.config.ts', 'react-router.config.ts', 'web/routes.ts'],
  ...pageFiles,
];

test('the packages of a production machine are those that the product and its commands import', () => {
  const imported = packagesOf(productFiles, developmentServer);
  expect(Object.keys(packageFile.dependencies).sort()).toEqual([...imported.keys()].sort());
});

test('npm ci brings every package that the build and the demo import', () => {
  const imported = packagesOf(otherFiles);
  // These are missing if the walk misses a part of the pages.
  expect([...imported.keys()]).toEqual(expect.arrayContaining(['react', 'vite', '@mantine/core', 'fontkitten']));
  const brought = { ...packageFile.dependencies, ...packageFile.devDependencies };
  expect([...imported].filter(([name]) => !(name in brought))).toEqual([]);
});

test('the bill of materials names every package whose code is in the built pages, with what it depends on', () => {
  const onServer = packagesOf(productFiles, developmentServer);
  const imported = [...packagesOf(pageFiles).keys()].filter((name) => !onServer.has(name));
  // No source imports the fonts, which `npm run fonts` subsets from their package.
  expect(['@fontsource/hind-siliguri', ...imported.sort()]).toEqual(builtIntoPages);
  const named = readSbom().components.map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining([...builtIntoPages, 'scheduler', '@tanstack/query-core']));
  expect(named.filter((name) => /^(vite|typescript)$|^@types\//.test(name))).toEqual([]);
});

test('two features of the server import each other in one direction only', () => {
  const imports = new Map<string, Set<string>>();
  for (const file of productFiles) {
    const [, folder] = file.split('/');
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
      const [, other = ''] = /^\.\.\/([\w-]+)\//.exec(name) ?? [];
      if (folder && other) imports.set(folder, (imports.get(folder) ?? new Set()).add(other));
    }
  }
  const mutual = [...imports].flatMap(([folder, others]) =>
    [...others]
      .filter((other) => folder < other && imports.get(other)?.has(folder))
      .map((other) => `${folder} and ${other}`),
  );
  expect(mutual).toEqual([]);
});
