/**
 * Gives every package in package-lock.json its address: `npm run lock`, after the packages were changed. With it npm
 * takes a package from its cache or fetches it; without it npm first reads the list of all releases of each package.
 * The host is none: npm replaces it by the configured registry (`replace-registry-host` in .npmrc).
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** A name that no host can have (RFC 2606). */
export const placeholderHost = 'packages.invalid';

export interface LockedPackage {
  version: string;
  /** Where the package has another name than its folder. */
  name?: string;
  resolved?: string;
  integrity?: string;
}

/** `path` is the package's folder, as in `node_modules/@scope/name`. */
export function addressOf(path: string, { name, version }: LockedPackage): string {
  const fullName = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const file = fullName.slice(fullName.lastIndexOf('/') + 1);
  return `https://${placeholderHost}/${fullName}/-/${file}-${version}.tgz`;
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const [path, locked] of Object.entries<LockedPackage>(lock.packages)) {
    // Our own packages have no hash.
    if (!locked.integrity) continue;
    const { version, name, resolved: _, ...rest } = locked;
    lock.packages[path] = { ...(name && { name }), version, resolved: addressOf(path, locked), ...rest };
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
