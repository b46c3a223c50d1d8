import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const importPattern = /(?:from|import|import\() ?['"]([^'"\n]+)['"]/g;
/** A route names its screen by a path within `web`. */
const screenPath = /['"]([\w-]+\/[\w/.-]+\.tsx?)['"]/g;

/** The packages that these files import, directly or through other files, each with a file that imports it. */
function packagesOf(entries: readonly string[]): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
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

const scripts = ['prestart', 'start', 'dev', 'demo'] as const;
const scriptFiles = [
  ...scripts.flatMap((name) => packageFile.scripts[name].match(/[\w./-]+\.[jt]s\b/g) ?? []),
  ...globSync('server/commands/*.ts', { cwd: root }),
];

const buildFiles = [
  ...['vite.config.ts', 'react-router.config.ts'],
  ...['web/routes.ts', 'web/root.tsx', 'web/entry.client.tsx', 'web/entry.server.tsx', 'web/pages.ts'],
  'web/site/script/main.ts',
];

test('whatever the build, the product and its commands import comes with npm ci of a production machine', () => {
  const packages = packagesOf([...buildFiles, ...scriptFiles]);
  // A walk that missed part of the product would not find all of these.
  expect([...packages.keys()]).toEqual(expect.arrayContaining(['react', 'vite', '@mantine/core', 'fastify', 'sharp']));
  const missing = [...packages].filter(([name]) => !(name in packageFile.dependencies));
  expect(missing).toEqual([]);
});
