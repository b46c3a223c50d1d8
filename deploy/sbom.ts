/**
 * Writes sbom.cdx.json: `npm run sbom`. It names, from the lock file and in CycloneDX, every package that a production
 * machine installs or whose code is in the built pages. It corrects what npm writes: the product would be named after
 * its folder, and with `--omit dev` packages that both production and development need would be missing.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  properties?: { name: string; value: string }[];
  hashes?: { alg: string; content: string }[];
  externalReferences?: { type: string; url: string }[];
}

export interface Sbom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The packages that the sources of the pages import, so that their code is in the built pages. */
export const builtIntoPages = [
  '@fontsource/hind-siliguri',
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  'i18next',
  'qr',
  'react',
  'react-dom',
  'react-router',
];

interface Locked {
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
const peersOf = new Map(Object.entries(lock.packages as unknown as Record<string, Locked>));

const developmentOnly = 'cdx:npm:package:development';
const root = fileURLToPath(new URL('..', import.meta.url));

export function readSbom(): Sbom {
  const npm = process.env.npm_execpath;
  const [command, npmArgs] = npm ? [process.execPath, [npm]] : ['npm', []];
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces=false', '--include=dev'];
  const written = execFileSync(command, [...npmArgs, ...sbom], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(written.toString()) as Sbom;
  Object.assign(bill.metadata.component, { type: 'application', name: packageFile.name });
  const built = inPages(bill);
  bill.components = bill.components.filter(
    ({ properties = [], ...component }) =>
      built.has(component['bom-ref']) || !properties.some(({ name }) => name === developmentOnly),
  );
  // The addresses in the lock file have no real host.
  for (const component of bill.components)
    component.externalReferences = component.externalReferences?.filter(({ type }) => type !== 'distribution') ?? [];
  const refs = new Set([bill.metadata.component, ...bill.components].map((component) => component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return bill;
}

/** The references of `builtIntoPages` and of all their dependencies, even if the bundler leaves those out. */
function inPages({ components, dependencies }: Sbom): Set<string> {
  const dependsOn = new Map(dependencies.map((dependency) => [dependency.ref, dependency.dependsOn]));
  const refs = components.map((component) => component['bom-ref']);
  const found = new Set<string>();
  for (const name of builtIntoPages) {
    const ref = refs.find((ref) => nameOf(ref) === name);
    if (!ref) throw new Error(`The bill of materials has no ${name}.`);
    found.add(ref);
  }
  for (const ref of found) {
    for (const other of dependsOn.get(ref) ?? []) if (!isOptionalPeer(ref, other)) found.add(other);
  }
  return found;
}

function nameOf(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('@'));
}

/** npm lists optional peers, such as the TypeScript compiler, among the dependencies. */
function isOptionalPeer(ref: string, other: string): boolean {
  return peersOf.get(`node_modules/${nameOf(ref)}`)?.peerDependenciesMeta?.[nameOf(other)]?.optional === true;
}

if (import.meta.main) {
  const file = join(root, 'sbom.cdx.json');
  writeFileSync(file, `${JSON.stringify(readSbom(), null, 2)}\n`);
  process.stdout.write(`${file}\n`);
}
