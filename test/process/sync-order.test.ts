/** The order in which an upload reaches the disk before it is answered, as strace sees it. Part of `npm run faults`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addApplication } from '../build.ts';
import { startProduct } from '../product.ts';

const strace = '/usr/bin/strace';
const calls = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg';

test('an upload is answered after the sync of its file, the rename, the sync of the folder and that of the commit', async ({
  skip,
  task,
}) => {
  if (!process.env.MAPLEGATE_FAULTS) return skip('for npm run faults');
  if (!existsSync(strace)) return skip("needs Debian's package strace");
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-sync-'));
  const traced = join(folder, 'trace');
  const data = join(folder, 'data');
  const product = await startProduct({ LOG_LEVEL: 'silent' }, data);
  try {
    const staff = await product.staff();
    await addApplication(staff);
    const tracer = spawn(strace, ['-f', '-y', '-s', '40', '-e', calls, '-o', traced, '-p', String(product.pid)]);
    await new Promise((resolve) => tracer.stderr.on('data', (text) => /attached/.test(text) && resolve(null)));
    const { image } = await addApplication(staff);
    const ended = once(tracer, 'exit');
    tracer.kill('SIGINT');
    await ended;
    const key = /([0-9a-f]{24}\.\w+)/.exec(image ?? '')?.[1] ?? 'no picture';
    const home = join(data, 'files', key.slice(0, 2));
    const lines = (await readFile(traced, 'utf8')).split('\n');
    const renamed = lines.findIndex((line) => /rename/.test(line) && line.includes(key));
    const from = /"([^"]+)"/.exec(lines[renamed] ?? '')?.[1] ?? 'not renamed';
    const after = (start: number, is: (line: string) => boolean) =>
      lines.findIndex((line, at) => at > start && is(line));
    const isSync = (path: string) => (line: string) => /\b(fsync|fdatasync)\(/.test(line) && line.includes(`<${path}>`);
    const file = lines.findIndex(isSync(from));
    const directory = after(renamed, isSync(home));
    const commit = after(directory, isSync(join(data, 'maplegate.db-wal')));
    const answer = after(directory, (line) => /HTTP\/1\.1 201/.test(line));
    const order = { file, renamed, directory, commit, answer };
    for (const [name, at] of Object.entries(order)) expect([name, at >= 0]).toEqual([name, true]);
    expect(Object.values(order)).toEqual(Object.values(order).toSorted((a, b) => a - b));
    task.meta.figure = `lines ${Object.values(order).join(' < ')} of the trace`;
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
