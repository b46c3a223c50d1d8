/** A machine that is out of memory kills a test run, and what the run has started must not outlive it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { serverPrograms } from '../postgres-cluster.ts';
import { isGroupAlive } from '../process-group.ts';

const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** Runs the script as a test run would, kills it once it has printed a line, and returns the line. */
async function killOnceItPrints(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const early = exited.then(([code]) => {
    throw new Error(`The script ended by itself, with ${code}.`);
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), early]);
  child.kill('SIGKILL');
  await exited;
  return String(line).trim();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a test run that is killed', () => {
  it('leaves no product running', async () => {
    const pid = await killOnceItPrints(`
      const { startProduct } = await import(${here('../product.ts')});
      const { pid } = await startProduct();
      console.log(pid);
      setInterval(() => {}, 1000);
    `);
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
  });

  it('leaves nothing of a group of processes running, whatever they started', async () => {
    const pid = await killOnceItPrints(`
      const { spawnGroup } = await import(${here('../process-group.ts')});
      const { pid } = spawnGroup('sh', ['-c', 'sleep 600 & sleep 600'], { stdio: 'ignore' });
      console.log(pid);
      setInterval(() => {}, 1000);
    `);
    await expect.poll(() => isGroupAlive({ pid: Number(pid) })).toBe(false);
  });

  it.skipIf(!serverPrograms)('leaves no PostgreSQL server running, and nothing of it on the disk', async () => {
    const line = await killOnceItPrints(`
      const { openCluster } = await import(${here('../postgres-cluster.ts')});
      const { readFile } = await import('node:fs/promises');
      const { folder } = await openCluster();
      const [pid] = (await readFile(folder + '/data/postmaster.pid', 'utf8')).split('\\n');
      console.log(pid, folder);
      setInterval(() => {}, 1000);
    `);
    const [pid, folder = ''] = line.split(' ');
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
    await expect.poll(() => existsSync(folder)).toBe(false);
  });
});
