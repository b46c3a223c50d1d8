import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addressOf, type LockedPackage, placeholderHost } from '../deploy/lock-addresses.ts';
import packageFile from '../package.json' with { type: 'json' };

interface Locked extends LockedPackage {
  hasInstallScript?: boolean;
  link?: boolean;
  bin?: Record<string, string>;
  os?: string;
  cpu?: string;
}

const root = new URL('..', import.meta.url);
const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
/** Our own packages are in the repository, so npm fetches neither them nor the links to them. */
const own = new Set(['', ...packageFile.workspaces]);
const packages = Object.entries<Locked>(lock.packages).filter(([path, { link }]) => !own.has(path) && !link);

test('every package that npm ci fetches, for whatever platform, is locked with its hash', () => {
  expect(packages.length).toBeGreaterThan(400);
  for (const [path, { integrity = '' }] of packages) expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
});

test('every package is locked with its address, at a host that npm replaces by the configured registry: npm run lock', () => {
  for (const [path, locked] of packages) expect(locked.resolved, path).toBe(addressOf(path, locked));
  expect(readFileSync(new URL('.npmrc', root), 'utf8')).toContain(`\nreplace-registry-host=${placeholderHost}\n`);
});

test('no package runs anything when it is installed, so none can fetch what the lock does not hold', () => {
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  expect(Object.values(packageFile.allowScripts)).not.toContain(true);
  const scripts = Object.keys(packageFile.scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name));
  expect(scripts).toEqual([]);
});

test('the release of Node.js is such a package, one for each platform, and is what the scripts run on', () => {
  const releases = packages.filter(([, { bin }]) => bin?.node);
  const platforms = releases.map(([, { os, cpu }]) => `${os} ${cpu}`);
  expect(platforms.sort()).toEqual(['darwin x64', 'linux arm64', 'linux x64', 'win32 x64']);
  const names = releases.map(([path]) => path.replace('node_modules/', ''));
  expect(names.sort()).toEqual(Object.keys(packageFile.optionalDependencies).sort());
  for (const [path, { version }] of releases) {
    expect(version, path).toMatch(/^24\./);
    expect(packageFile.optionalDependencies).toHaveProperty(path.replace('node_modules/', ''), version);
  }
  const here = releases.find(([, { os, cpu }]) => os === process.platform && cpu === process.arch);
  if (!here) return;
  const [path, { version, bin }] = here;
  expect(process.version).toBe(`v${version}`);
  if (process.platform === 'win32') return;
  const linked = realpathSync(new URL('node_modules/.bin/node', root));
  expect(linked).toBe(fileURLToPath(new URL(`${path}/${bin?.node}`, root)));
});

test('a workspace brings no package that the product and its tests do not have in the same version', () => {
  for (const folder of packageFile.workspaces) {
    const manifest = JSON.parse(readFileSync(new URL(`${folder}/package.json`, root), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect({ ...packageFile.dependencies, ...packageFile.devDependencies }).toMatchObject(manifest.devDependencies);
  }
});
