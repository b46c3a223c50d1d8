/**
 * Writes sbom.cdx.json: `npm run sbom`. It names every package that a production machine installs or whose code is in the
 * built pages, from the lock file, in CycloneDX. It corrects two faults of npm, which names the product after its folder, and which with `--omit dev` also
 * leaves out packages that both production and development need.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  properties?: { name: string; value: string }[];
  hashes?: { alg: string; content: string }[];
}

export interface Sbom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The packages that the sources of the pages import, whose code is then in the built pages. */
export const builtIntoPages = [
  '@fontsource/ibm-plex-sans',
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

const developmentOnly = 'cdx:npm:package:development';
const root = fileURLToPath(new URL('..', import.meta.url));

export function readSbom(): Sbom {
  const npm = process.env.npm_execpath;
  const [command, npmArgs] = npm ? [process.execPath, [npm]] : ['npm', []];
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces=false'];
  const written = execFileSync(command, [...npmArgs, ...sbom], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const bill = JSON.parse(written.toString()) as Sbom;
  Object.assign(bill.metadata.component, { type: 'application', name: packageFile.name });
  const built = inPages(bill);
  bill.components = bill.components.filter(
    ({ properties = [], ...component }) =>
      built.has(component['bom-ref']) || !properties.some(({ name }) => name === developmentOnly),
  );
  const refs = new Set([bill.metadata.component, ...bill.components].map((component) => component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return bill;
}

/** What `builtIntoPages` depends on is among them, whether or not the bundler has left it out. */
function inPages({ components, dependencies }: Sbom): Set<string> {
  const dependsOn = new Map(dependencies.map((dependency) => [dependency.ref, dependency.dependsOn]));
  const refs = components.map((component) => component['bom-ref']);
  const found = new Set(builtIntoPages.flatMap((name) => refs.filter((ref) => ref.startsWith(`${name}@`))));
  for (const ref of found) for (const other of dependsOn.get(ref) ?? []) found.add(other);
  return found;
}

if (import.meta.main)
  writeFileSync(new URL('../sbom.cdx.json', import.meta.url), `${JSON.stringify(readSbom(), null, 2)}\n`);
