import { expect, it } from 'vitest';
import { placeholderHost } from '../deploy/lock-addresses.ts';
import { readSbom } from '../deploy/sbom.ts';
import packageFile from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

interface Locked {
  version?: string;
  dev?: boolean;
  link?: boolean;
}

it('the bill of materials names the product and every package of a production machine, with version and hash', () => {
  const bill = readSbom();
  const { bomFormat, specVersion, metadata, components } = bill;
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.\d$/)]);
  expect(metadata.component).toMatchObject({ type: 'application', name: 'maplegate', version: packageFile.version });
  const named = components.map(({ name, version }) => `${name}@${version}`);
  const locked = Object.entries<Locked>(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    );
  expect([...new Set(locked)].filter((name) => !named.includes(name))).toEqual([]);
  for (const { name, purl, hashes } of components) {
    expect(purl, name).toMatch(/^pkg:npm\/.+@\d/);
    expect(hashes?.[0]?.alg, name).toBe('SHA-512');
  }
  expect(JSON.stringify(bill)).not.toContain(placeholderHost);
});
