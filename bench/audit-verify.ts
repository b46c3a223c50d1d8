/**
 * Measures how long signing and verifying a log of many entries takes: `node bench/audit-verify.ts 1000000`. The folder
 * is temporary, and with DATABASE_URL the database must be empty.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditEvent, writeAuditEntries } from '../server/audit/audit.ts';
import { appendCheckpoints, checkpointFiles, openCheckpointFile } from '../server/audit-tree/checkpoint-files.ts';
import { signEntries } from '../server/audit-tree/tree.ts';
import { verifyAudit } from '../server/audit-tree/verify.ts';
import { inTransaction, systemContext } from '../server/context.ts';
import { newId } from '../server/identifiers.ts';
import { createLog } from '../server/log.ts';
import { openResources } from '../server/resources.ts';
import { readSettings } from '../server/settings.ts';

const entriesPerWrite = 500;
const count = Number(process.argv[2] ?? 1_000_000);
const folder = await mkdtemp(join(tmpdir(), 'maplegate-audit-'));
const settings = readSettings({ SECRET_KEY: newId() + newId(), ...process.env, DATA_DIR: folder });
const resources = await openResources(settings, createLog('error'));
const ctx = systemContext(resources);

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const [seconds, busy] = [(performance.now() - started) / 1_000, (user + system) / 1e6];
  const memory = Math.round(process.memoryUsage.rss() / 1e6);
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s, processor ${busy.toFixed(1)} s, memory ${memory} MB\n`);
  return result;
}

function event(): AuditEvent {
  const actor = { id: newId(), name: 'Rupa Akter' };
  return { action: 'application.changed', record: newId(), fields: ['surname', 'passport'], actor };
}

try {
  await timed(`${count} entries written`, async () => {
    for (let done = 0; done < count; done += entriesPerWrite) {
      const events = Array.from({ length: Math.min(entriesPerWrite, count - done) }, event);
      await inTransaction(ctx, (ctx) => writeAuditEntries(ctx, events));
    }
  });
  await timed('signed', () => signEntries(ctx, async () => {}));
  const [file = ''] = checkpointFiles(settings);
  await timed('checkpoints appended', () => appendCheckpoints(ctx, file));
  const source = await openCheckpointFile(file, false);
  const { entries, problem } = await timed('verified', () =>
    ctx.database.withoutTimeout((db) => verifyAudit({ ...ctx, db }, [source])),
  );
  await source.close();
  process.stdout.write(`${entries} entries, ${problem ?? '0 problems'}\n`);
} finally {
  await resources.close();
  await rm(folder, { recursive: true, force: true });
}
