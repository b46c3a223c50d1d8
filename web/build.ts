/** Builds the pages unless the build is newer than everything it is made from; `--always` builds in any case. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['web', 'contract', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const built = join(root, 'build/server/pages.js');
const isFresh = existsSync(built) && sources.every((source) => newest(join(root, source)) <= statSync(built).mtimeMs);
if (!isFresh || process.argv.includes('--always')) {
  process.stdout.write('Building the pages …\n');
  const command = join(root, 'node_modules/.bin/react-router');
  const { status } = spawnSync(command, ['build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exit(status ?? 1);
}
