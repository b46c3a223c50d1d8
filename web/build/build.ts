/**
 * Builds the pages if a source is newer than the last build; `--always` builds in any case. Where `npm ci` has left out the
 * packages that build, since NODE_ENV is production, it fetches them first, as the lock file names them.
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['web', 'contract', 'package.json', 'vite.config.ts', 'react-router.config.ts'];

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const built = join(root, 'build/server/pages.js');
const isFresh = existsSync(built) && sources.every((source) => newest(join(root, source)) <= statSync(built).mtimeMs);
if (!isFresh || process.argv.includes('--always')) build();

function build(): void {
  process.stdout.write('Building the pages …\n');
  const command = join(root, 'node_modules/.bin/react-router');
  const options: SpawnOptions = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  if (process.platform === 'win32') options.shell = true;
  if (!existsSync(command)) {
    process.stdout.write('Fetching the packages that build them …\n');
    spawnSync('npm', ['install', '--include=dev', '--no-save'], options);
  }
  const builder = spawn(command, ['build', '--logLevel', 'warn'], options);
  builder.on('error', ({ message }) =>
    fail(`${message}. Run npm ci --include=dev, which brings what the build needs.`),
  );
  builder.on('exit', (code, signal) => {
    if (code !== 0) fail(signal ? `It was ended by ${signal}.` : 'The reason is above.');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => builder.kill(signal));
}

function fail(reason: string): void {
  // The output of an interrupted build would otherwise look fresh.
  rmSync(built, { force: true });
  process.stderr.write(`The pages could not be built. ${reason}\n`);
  process.exitCode = 1;
}
