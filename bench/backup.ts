/**
 * Measures how long a backup and its restore take, how much memory they need, and how much slower lists are meanwhile:
 * `node bench/backup.ts --rows 1000000 --files 5000 --megabytes 2`, on SQLite and the disk in temporary folders, which
 * need three times the size of the files.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import packageFile from '../package.json' with { type: 'json' };
import { newId } from '../server/identifiers.ts';
import { createLog } from '../server/log.ts';
import { openResources } from '../server/resources.ts';
import { readSettings } from '../server/settings.ts';
import { argumentsOf, startProduct } from '../test/product.ts';
import { insertApplications } from '../test/rows.ts';
import { p95 } from './p95.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    files: { type: 'string', default: '500' },
    megabytes: { type: 'string', default: '2' },
  },
});
const [rows, files, megabytes] = [values.rows, values.files, values.megabytes].map(Number) as [number, number, number];
const measuredMs = 10_000;
const folder = await mkdtemp(join(tmpdir(), 'maplegate-backup-'));
const data = join(folder, 'data');
const file = join(folder, 'backup.age');

async function fill(): Promise<void> {
  const resources = await openResources(readSettings({ DATA_DIR: data }), createLog('error'));
  try {
    await insertApplications(resources, rows);
    const owners = await resources.database.db.selectFrom('application').select('id').limit(1).execute();
    const sizeBytes = megabytes * 1_000_000;
    for (let at = 0; at < files; at++) {
      const bytes = randomBytes(sizeBytes);
      const id = newId();
      const path = join(folder, id);
      await writeFile(path, bytes);
      await resources.storage.put(`${id}.jpg`, path, 'image/jpeg');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const row = { id, name: `${id}.jpg`, applicationId: owners[0]?.id ?? null, slideId: null, sizeBytes, sha256 };
      const picture = {
        widthPx: 1,
        heightPx: 1,
        thumbnails: '[]',
        createdAt: new Date().toISOString(),
        keyGeneration: 0,
      };
      await resources.database.db
        .insertInto('file')
        .values({ ...row, ...picture })
        .execute();
    }
  } finally {
    await resources.close();
  }
}

const reportMemory = `data:text/javascript,process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'))`;

/** Runs a command of the owner, and prints its time and memory. */
async function measure(name: 'backup' | 'restore', args: string[], environment: Record<string, string>): Promise<void> {
  const started = performance.now();
  const command = argumentsOf(packageFile.scripts[name]);
  const child = spawn(process.execPath, ['--import', reportMemory, ...command, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - started) / 1_000;
  const peak = Math.round(Number(/peak (\d+)/.exec(output)?.[1]) / 1_000);
  const rate = ((files * megabytes) / seconds).toFixed(0);
  if (code !== 0) throw new Error(output);
  process.stdout.write(
    `${name}: ${seconds.toFixed(1)} s, ${rate} MB of files a second, at most ${peak} MB of memory\n`,
  );
}

try {
  await fill();
  process.stdout.write(`${rows} applications, ${files} files of ${megabytes} MB\n`);
  const identity = await generateX25519Identity();
  const identityFile = join(folder, 'identity');
  await writeFile(identityFile, `${identity}\n`, { mode: 0o600 });
  const product = await startProduct({ LOG_LEVEL: 'error' }, data);
  try {
    const staff = await product.staff();
    const list = () => staff.call('applications');
    const until = Date.now() + measuredMs;
    const quiet = await p95(list, () => Date.now() > until);
    let isOver = false;
    const during = p95(list, () => isOver);
    const environment = { DATA_DIR: data, BACKUP_RECIPIENTS: await identityToRecipient(identity) };
    await measure('backup', [file], environment);
    isOver = true;
    process.stdout.write(`p95 of a list: ${quiet.toFixed(1)} ms before, ${(await during).toFixed(1)} ms meanwhile\n`);
  } finally {
    await product.stop();
  }
  await measure('restore', [file, '--identity', identityFile], { DATA_DIR: join(folder, 'new') });
} finally {
  await rm(folder, { recursive: true, force: true });
}
