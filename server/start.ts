/** Runs the process: opens port, folder, database, storage and pages, answers requests, and stops at a signal. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type App, createApp } from './app.ts';
import { startPhysicalErasure } from './applications/physical-erasure.ts';
import { startSearchKeyBackfill } from './applications/search-key-backfill.ts';
import { flushReadingLog, startReadingLog } from './audit/reading-log.ts';
import { flushRefusals } from './audit/refusals.ts';
import { startSigning } from './audit-tree/signing.ts';
import { startBackups } from './backup/schedule.ts';
import { brandWarning } from './brand-settings.ts';
import { type Context, systemContext } from './context.ts';
import { lockDatabase } from './db/sole-node.ts';
import { flushEnquiries } from './enquiry/recorder.ts';
import { fullDiskMessage, isDiskFull } from './full-disk.ts';
import { watchConnections } from './http/connections.ts';
import { batched } from './http/request-batches.ts';
import { guardConnections, serverOptions } from './http/server-limits.ts';
import { startImportJob } from './imports/job.ts';
import { startRotation } from './key-rotation/files.ts';
import { createLog, errorDetail } from './log.ts';
import { OperatorError } from './operator-error.ts';
import { type OpenPages, openPages } from './pages/open-pages.ts';
import { release } from './release.ts';
import { lockFolder, openResources } from './resources.ts';
import type { Settings } from './settings.ts';
import { drain, exitBy, openReadiness, stopSignals } from './shutdown.ts';
import { ensureFirstSlides } from './slides/slides.ts';
import { respondStarting } from './starting-page.ts';
import { startSweeps } from './sweeps.ts';
import { collectGarbageWhenQuiet } from './unused-memory.ts';
import { prepareSetup, requirePossibleSetup } from './users/setup.ts';

export interface RunOptions {
  isDev: boolean;
  /** Runs on the migrated database before set-up and requests; returns lines to print with the announcement. */
  prepare?(ctx: Context): Promise<string[]>;
}

export async function run(settings: Settings, { isDev, prepare }: RunOptions): Promise<void> {
  const log = createLog(settings.logLevel);
  // Without a listener, an output that is full or that nobody reads any more would end the product.
  process.stdout.on('error', () => {});
  // A start has nothing to finish. Without a handler, process 1 of a container would ignore the signal.
  for (const signal of stopSignals) process.on(signal, exitBy);
  let app: App | null = null;
  const readiness = openReadiness();
  let middleware: OpenPages['middleware'];
  const listener = batched((request, response) => {
    if (!app) respondStarting(request, response, settings, log);
    else if (middleware) middleware(request, response, () => app?.routing(request, response));
    else app.routing(request, response);
  });
  const server = createServer(serverOptions, listener);
  const connections = watchConnections(server);
  guardConnections(server, connections, settings, log, {
    count: (startedAt, status) => app?.countRefusal(startedAt, status),
  });
  await listen(server, settings);
  log.info({ release, node: process.versions.node, ...installationOf(settings) }, 'starting');
  for (const sentence of settings.misspelled) log.warn(sentence);
  if (settings.isProduction && !settings.isPublicUrlSet)
    log.warn('PUBLIC_URL is not set: signing in works only in a browser on this machine');
  const unlock = await lockFolder(settings.dataDir);
  let releaseDatabase = async () => {};
  const resources = await openResources(settings, log, {
    async checkBeforeMigration(ctx) {
      await requirePossibleSetup(ctx);
      releaseDatabase = await lockDatabase(settings);
    },
    report: (line) => void process.stdout.write(`${line}\n`),
  });
  const ctx = systemContext(resources);
  const extraLines = (await prepare?.(ctx)) ?? [];
  const { setupCodePath, isRenamed } = await prepareSetup(ctx);
  if (isRenamed) log.warn('SUPER_ADMIN_EMAIL has changed the address with which the super admin signs in');
  await ensureFirstSlides(ctx);
  const web = await openPages(isDev, server);
  middleware = web.middleware;
  const { pages, assets } = web;
  app = await createApp({ ...resources, log, pages, assets, onReadinessPoll: readiness.answerPoll, isDev });
  const stopSweeps = startSweeps(resources, log);
  const stopBackfill = startSearchKeyBackfill(resources, log);
  const stopPhysicalErasure = startPhysicalErasure(resources, log);
  const stopRotation = startRotation(resources, log);
  const stopBackups = startBackups(resources, log);
  const stopImports = startImportJob(resources, log);
  const stopReadingLog = startReadingLog(resources);
  const stopSigning = startSigning(resources, log);
  announce(settings, setupCodePath, extraLines);
  const warning = brandWarning(settings);
  if (warning) log.warn(warning);
  collectGarbageWhenQuiet(server);

  const stopped = Promise.race(stopSignals.map((signal) => once(process, signal)));
  for (const signal of stopSignals) process.off(signal, exitBy);
  const [signal] = await stopped;
  log.info({ signal }, 'stopping');
  stopSweeps();
  stopPhysicalErasure();
  await stopBackfill();
  await stopBackups();
  await stopImports();
  await stopRotation();
  await web.close();
  await drain(server, connections, readiness);
  await flushEnquiries(resources);
  await flushRefusals(resources);
  stopReadingLog();
  await flushReadingLog(resources);
  await stopSigning();
  await resources.close();
  await releaseDatabase();
  unlock();
}

/** What the start logs, since a mistyped setting would change it silently. */
function installationOf({ databaseUrl, bucket, isProduction }: Settings): Record<string, unknown> {
  return {
    engine: databaseUrl ? 'postgres' : 'sqlite',
    storage: bucket ? 'bucket' : 'disk',
    production: isProduction,
  };
}

async function listen(server: Server, { port, host }: Settings): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} on ${host} is taken. Stop what uses it, or set PORT.`);
    if (code === 'EACCES')
      throw new OperatorError(`Port ${port} needs more rights than this process has. Set PORT to 1024 or more.`);
    throw new OperatorError(`${host}:${port} cannot be listened on (${code}). Check HOST and PORT.`);
  }
}

function announce(settings: Settings, setupCodePath: string | null, extraLines: readonly string[]): void {
  const lines = [`${settings.brand.name} is running on ${settings.publicUrl}`];
  if (setupCodePath) {
    lines.push(`To set it up, open ${settings.publicUrl}/profile and enter the code in ${setupCodePath}`);
  }
  lines.push(...extraLines);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Ends the process when the work ends: with 0, or with 1 and one message. */
export function exitAfter(work: () => Promise<void>): void {
  work().then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
      else if (isDiskFull(error)) process.stderr.write(`${fullDiskMessage}\n`);
      else createLog('error').error(errorDetail(error), 'ended by an error');
      process.exit(1);
    },
  );
}
