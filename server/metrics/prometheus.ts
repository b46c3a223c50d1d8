/**
 * The metrics for Prometheus. Requests are counted as they are answered; everything else is read at each scrape. A
 * metric that cannot be read, because the database does not answer, is left out. Hides the library.
 */
import { readdir, statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { auditSize } from '../audit-log/reading.ts';
import { readBackupState } from '../backup/state.ts';
import type { CallStatistics } from '../call-statistics.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import type { Answer } from '../http/answer.ts';
import { release } from '../release.ts';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const delayStepMs = 20;
const delayPoints = [
  ['median', 50],
  ['p99', 99],
  ['max', 100],
] as const;

export interface PrometheusMetrics {
  /** Counts a request by its labels, with the seconds until its answer began. */
  count(labels: { route: string; status: number }, seconds: number): void;
  answer(): Promise<Answer>;
}

type Labels = Record<string, string>;
type Add = (name: string, help: string, values: readonly (readonly [Labels, number])[]) => void;

export function openPrometheusMetrics(resources: Resources, requireReady: () => Promise<void>): PrometheusMetrics {
  const requests = new Histogram({
    name: 'maplegate_http_request_seconds',
    help: 'Requests by route and status, and the seconds until their answers began.',
    labelNames: ['route', 'status'],
    buckets: bucketsSeconds,
    registers: [],
  });
  const delay = monitorEventLoopDelay({ resolution: delayStepMs });
  delay.enable();

  return {
    count: (labels, seconds) => requests.observe(labels, seconds),
    async answer() {
      const registry = new Registry();
      registry.registerMetric(requests);
      const counter: Add = (name, help, values) => {
        const counter = new Counter({ name, help, labelNames: labelsOf(values), registers: [registry] });
        for (const [labels, value] of values) counter.inc(labels, value);
      };
      const gauge: Add = (name, help, values) => {
        const gauge = new Gauge({ name, help, labelNames: labelsOf(values), registers: [registry] });
        for (const [labels, value] of values) gauge.set(labels, value);
      };
      addProcess(gauge, counter);
      gauge(
        'maplegate_event_loop_delay_seconds',
        'How late the event loop was since the last scrape.',
        delayPoints.map(([point, percentile]) => [
          { point },
          Math.max(0, delay.percentile(percentile) / 1e9 - delayStepMs / 1_000),
        ]),
      );
      delay.reset();
      addCallStatistics(counter, resources);
      for (const { kind, help, outcomes } of resources.events.all()) {
        counter(
          `maplegate_${kind}_total`,
          help,
          outcomes.map(([outcome, value]) => [{ outcome }, value]),
        );
      }
      const isReady = await requireReady().then(
        () => 1,
        () => 0,
      );
      gauge('maplegate_ready', 'Whether database, storage and disk answer.', [[{}, isReady]]);
      await addDatabaseMetrics(gauge, systemContext(resources));
      await addDisks(gauge, resources);
      const headers = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE };
      return { status: 200, headers, cookies: [], body: { text: await registry.metrics() } };
    },
  };
}

const startedAtSeconds = Math.round(Date.now() / 1_000 - process.uptime());

const labelsOf = ([first]: Parameters<Add>[2]) => Object.keys(first?.[0] ?? {});

function addProcess(gauge: Add, counter: Add): void {
  const memory = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  gauge('maplegate_release_info', 'The release that runs.', [[{ release, node: process.versions.node }, 1]]);
  gauge('process_start_time_seconds', 'When the process began.', [[{}, startedAtSeconds]]);
  counter('process_cpu_seconds_total', 'Processor time of the process.', [[{}, (user + system) / 1e6]]);
  gauge('process_resident_memory_bytes', 'Memory of the process.', [[{}, memory.rss]]);
  gauge('nodejs_heap_used_bytes', 'Memory of JavaScript objects.', [[{}, memory.heapUsed]]);
  gauge('nodejs_external_memory_bytes', 'Memory of buffers and of native parts.', [[{}, memory.external]]);
}

function addCallStatistics(counter: Add, { database, storage }: Resources): void {
  const errorsOf = (statistics: CallStatistics, labels: Labels) =>
    [...statistics.errors].map(([kind, value]) => [{ ...labels, kind }, value] as const);
  const { statistics } = database;
  counter('maplegate_database_calls_total', 'Statements of the database.', [[{}, statistics.calls]]);
  counter('maplegate_database_seconds_total', 'Time that statements took.', [[{}, statistics.seconds]]);
  counter('maplegate_database_errors_total', 'Statements that failed.', errorsOf(statistics, {}));
  const operations = [...(storage.statistics ?? [])];
  counter(
    'maplegate_storage_calls_total',
    'Operations of the file storage.',
    operations.map(([operation, { calls }]) => [{ operation }, calls]),
  );
  counter(
    'maplegate_storage_seconds_total',
    'Time that operations of the file storage took.',
    operations.map(([operation, { seconds }]) => [{ operation }, seconds]),
  );
  counter(
    'maplegate_storage_errors_total',
    'Operations of the file storage that failed.',
    operations.flatMap(([operation, statistics]) => errorsOf(statistics, { operation })),
  );
}

/** Metrics from the database. Where no backup was ever made, its age is infinite, so that every alert fires. */
async function addDatabaseMetrics(gauge: Add, ctx: Context): Promise<void> {
  try {
    const { last, problem } = await readBackupState(ctx);
    // The clock of the node that made it may be slightly ahead.
    const ageSeconds = last ? Math.max(0, ctx.now().getTime() - Date.parse(last.at)) / 1_000 : Number.POSITIVE_INFINITY;
    const entries = await auditSize(ctx);
    gauge('maplegate_backup_age_seconds', 'Since the last backup that the product made and read back.', [
      [{}, ageSeconds],
    ]);
    gauge('maplegate_backup_interval_seconds', 'How long after a backup the next is due.', [
      [{}, ctx.settings.backup.everyHours * 3_600],
    ]);
    gauge('maplegate_backup_failed', 'Whether the last backup failed.', [[{}, Number(problem !== null)]]);
    gauge('maplegate_audit_entries', 'Entries of the audit log.', [[{}, entries]]);
  } catch (error) {
    if (!ctx.database.faultOf(error)) throw error;
  }
}

async function addDisks(gauge: Add, { settings }: Resources): Promise<void> {
  const folders = { data: settings.dataDir, backup: settings.backup.folder };
  const sizes: [Labels, number][] = [];
  const free: [Labels, number][] = [];
  for (const [place, folder] of Object.entries(folders)) {
    const disk = folder && (await statfs(folder).catch(() => null));
    if (!disk) continue;
    sizes.push([{ place }, disk.blocks * disk.bsize]);
    free.push([{ place }, disk.bavail * disk.bsize]);
  }
  gauge('maplegate_disk_size_bytes', 'Size of the disk of DATA_DIR and of that of BACKUP_DIR.', sizes);
  gauge('maplegate_disk_free_bytes', 'What these disks have left for the product.', free);
  const open = await readdir('/proc/self/fd').catch(() => null);
  if (open) gauge('process_open_fds', 'Open files and connections.', [[{}, open.length]]);
}
