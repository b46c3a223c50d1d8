/**
 * Builds the pages if a source is newer than the last build, and compiles the server for its first start; `--always`
 * builds in any case. If `npm ci` has left out the development packages, because NODE_ENV is production, it fetches
 * them first and removes them afterwards.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
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
const command = join(root, 'node_modules/.bin/react-router');
const advice = 'Run npm ci --include=dev, which brings what the build needs.';

if (!isFresh || process.argv.includes('--always')) {
  const isFetched = !existsSync(command);
  await attempt('The pages could not be built.', () => build(isFetched));
  if (isFetched && existsSync(built)) {
    await attempt('The packages that build the pages could not be removed.', () =>
      run('npm', ['prune', '--omit=dev', '--no-save']),
    );
  }
}

async function build(isFetched: boolean): Promise<void> {
  process.stdout.write('Building the pages …\n');
  try {
    if (isFetched) {
      process.stdout.write('Fetching the packages that build them …\n');
      await run('npm', ['install', '--include=dev', '--no-save']);
    }
    await run(command, ['build', '--logLevel', 'warn']);
    await run(process.execPath, [...flagsOfStart(), 'server/compile.js']);
  } catch (error) {
    // The output of an interrupted build would otherwise look fresh.
    rmSync(built, { force: true });
    throw error;
  }
}

function flagsOfStart(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${failure} ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** Throws the reason for which the program failed. */
function run(name: string, args: readonly string[]): Promise<void> {
  // On Windows, npm and react-router are scripts that need a shell.
  const isInShell = process.platform === 'win32' && name !== process.execPath;
  const child = spawn(name, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: isInShell });
  const end = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', end).on('SIGINT', end);
  return new Promise((resolve, reject) => {
    child.on('error', ({ message }) => reject(new Error(`${message}. ${advice}`)));
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', end).off('SIGINT', end);
      if (code === 0) resolve();
      else reject(new Error(signal ? `It was ended by ${signal}.` : 'The reason is above.'));
    });
  });
}
