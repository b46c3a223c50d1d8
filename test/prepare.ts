/** Checks types and style and builds the pages, side by side, before the tests; each prints what it says once it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

async function succeeds(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return code === 0;
}

const results = await Promise.all(['types', 'lint', 'build'].map(succeeds));
process.exitCode = results.every(Boolean) ? 0 : 1;
